// Suggestions on their way to the input: few messages, and none twice.
import { expect, test } from "vitest";
import { gathered } from "../../extension/host/suggest/gathered.ts";
import { readAhead, writeAhead } from "../../extension/text/paths/path-suggestion.ts";
import type { ToWebview } from "../../extension/protocol/to-webview.ts";

type Answer = Extract<ToWebview, { type: "suggestions" }>;

function talk() {
  const jobs: (() => void)[] = [];
  const posted: Answer[] = [];
  const known: Answer = { type: "suggestions", round: 1, items: [], done: false };
  const ending = new AbortController();
  const ports = { read: () => ({ ...known }), post: (answer: Answer) => posted.push(answer) };
  const news = gathered({ ...ports, later: (job) => jobs.push(job) }, ending.signal);
  const pass = () => {
    for (const job of jobs.splice(0)) job();
  };
  return { news, pass, posted, known, ending };
}

test("what many sources say in one moment is one message, with all of it", () => {
  const { news, pass, posted, known } = talk();
  news();
  known.items = [readAhead("src/a.ts")];
  news();
  news();
  pass();
  expect(posted.map(({ items }) => items.map(({ name }) => name))).toEqual([["a.ts"]]);
});

test("the same again is not said, more or the end is", () => {
  const { news, pass, posted, known } = talk();
  const say = () => {
    news();
    pass();
  };
  say();
  say();
  expect(posted.length).toBe(1);
  known.items = [readAhead("src/a.ts")];
  say();
  known.done = true;
  say();
  expect(posted.map(({ items, done }) => [items.length, done])).toEqual([
    [0, false],
    [1, false],
    [1, true],
  ]);
});

test("a question that is over is answered no more", () => {
  const { news, pass, posted, ending } = talk();
  news();
  ending.abort();
  pass();
  expect(posted).toEqual([]);
});

test("a path that may be found next is read as it was written, folders as folders", () => {
  for (const isFolder of [false, true]) {
    const read = readAhead(writeAhead({ path: "src/net", isFolder }));
    expect([read.kind, read.name, read.detail]).toEqual([isFolder ? "folder" : "file", "net", "src"]);
    expect(read.part).toEqual({ type: "file-ref", ref: { kind: "path", path: "src/net" } });
  }
});
