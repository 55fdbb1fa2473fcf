// What stands first behind `@` in a repository like this one: the file that is meant, not a folder, a test or an accident.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { InUse } from "../../extension/acquire/find-paths/in-use.ts";
import { PathIndex } from "../../extension/acquire/find-paths/path-index.ts";
import { rankNames } from "../../extension/acquire/symbols/symbol-rank.ts";
import { askSources, type SuggestSource } from "../../extension/host/suggest/ask-sources.ts";
import { pathSuggestion } from "../../extension/text/paths/path-suggestion.ts";
import type { Suggestion } from "../../extension/protocol/suggest.ts";

const index = new PathIndex();
for (const path of readFileSync("test/fixtures/mentions/paths.txt", "utf8").trim().split("\n")) index.add(path);

const symbols = [
  { name: "takeInLine(line)", path: "extension/turn/turn.ts" },
  { name: "takeIn(ports)", path: "test/turn/queue.test.ts" },
  { name: "takeIn(ports)", path: "extension/turn/turn.ts" },
  { name: "queue", path: "extension/turn/runner.ts" },
  { name: "Turn", path: "extension/turn/turn.ts" },
  { name: "retakeInside", path: "extension/turn/again.ts" },
];

const places: SuggestSource = {
  trigger: "@",
  find(query, show) {
    const found = index.search({ query, limit: 40, inUse: new InUse({ open: [], recent: [], changed: [] }) });
    show(found.map((one) => pathSuggestion(one)));
    return Promise.resolve();
  },
};

const names: SuggestSource = {
  trigger: "@",
  late: true,
  find(query, show) {
    show(rankNames(symbols, query).map(({ symbol, isExact }) => toSuggestion(symbol, isExact)));
    return Promise.resolve();
  },
};

function toSuggestion({ name, path }: { name: string; path: string }, isExact: boolean): Suggestion {
  return {
    ...{ key: `${path}#${name}`, kind: "symbol", name, detail: path, name_at: [], detail_at: [] },
    ...(isExact && { fit: "exact" }),
    part: { type: "mention", target: { kind: "symbol", name, path, range: { start: 1, end: 2 } } },
  };
}

async function offered(query: string): Promise<string[]> {
  const last = await new Promise<Suggestion[]>((resolve) => {
    const question = { type: "suggest", round: 1, trigger: "@", query } as const;
    const post = (answer: { items: Suggestion[]; done: boolean }): void => {
      if (answer.done) resolve(answer.items);
    };
    askSources([places, names], question, post, new AbortController().signal);
  });
  return last.map(({ kind, key, name, detail }) =>
    kind === "symbol" ? key : [detail, `${name}${kind === "folder" ? "/" : ""}`].filter((one) => one !== "").join("/"),
  );
}

test.each([
  ["a file of that name before a folder of it", "turn", ["extension/turn/turn.ts", "extension/turn/", "test/turn/"]],
  [
    "letters of a folder and a name, the file first",
    "lowan",
    ["extension/lower/anthropic.ts", "test/lower/anthropic/"],
  ],
  ["sources before tests of one name", "queue", queues()],
  ["a path that ends so", "turn/turn", ["extension/turn/turn.ts"]],
  ["the name as it is before every other", "session.ts", ["extension/message/session.ts"]],
  ["exact symbols before fuzzy paths, sources first", "takeIn", takeIns()],
  ["whatever the case", "takein", takeIns()],
  ["several words, each where a word begins", "test queue", ["test/e2e/queue.test.ts", "test/host/queue.test.ts"]],
  ["in any order", "queue test", ["test/e2e/queue.test.ts", "test/host/queue.test.ts"]],
  ["words of folder and name", "state que", ["webview/state/queue.svelte.ts"]],
  ["a blank at the end is no word yet", "suggest ", ["extension/host/suggest.ts"]],
  ["humps", "pathsc", ["extension/message/path-score.ts"]],
  ["first letters of a folder and a name", "tq", ["extension/turn/queue.ts"]],
])("%s: %s", async (_what, query, first) => {
  expect((await offered(query)).slice(0, first.length)).toEqual(first);
});

function queues(): string[] {
  const sources = ["extension/turn/queue.ts", "extension/persist/queue.ts", "extension/protocol/queue.ts"];
  return [...sources, "webview/state/queue.svelte.ts", "test/e2e/queue.test.ts"];
}

function takeIns(): string[] {
  return [
    ...["extension/turn/turn.ts#takeIn(ports)", "test/turn/queue.test.ts#takeIn(ports)"],
    "extension/host/take-in.ts",
    "extension/turn/turn.ts#takeInLine(line)",
  ];
}

test("a file whose name begins so stays before a symbol of that name", async () => {
  expect((await offered("turn")).indexOf("extension/turn/turn.ts#Turn")).toBeGreaterThan(
    (await offered("turn")).indexOf("extension/turn/turn.ts"),
  );
  expect((await offered("queue"))[0]).toBe("extension/turn/queue.ts");
});

test.each(["skill", "suggest"])("for %j files come before folders that only begin so", async (query) => {
  const found = await offered(query);
  const folder = found.findIndex((path) => path.endsWith("/"));
  const begins = new RegExp(`(^|/)${query}[^/]*$`, "i");
  expect(begins.test(found[0] ?? "")).toBe(true);
  if (folder !== -1) expect(found.slice(folder).filter((path) => begins.test(path) && !isTest(path))).toEqual([]);
});

const isTest = (path: string): boolean => path.startsWith("test/");

test.each(["sqlite", "docker", "kubernetes", "webpack", "alice", "turn please", "queue is", "skill and then"])(
  "nothing is offered where nothing fits: %s",
  async (query) => {
    expect(await offered(query)).toEqual([]);
  },
);
