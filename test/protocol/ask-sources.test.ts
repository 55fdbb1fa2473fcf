// Who is heard when, and where it stands in the list: files at once, names that are begun before them, symbols at the end.
import { afterEach, expect, test, vi } from "vitest";
import { askSources, type SuggestSource } from "../../extension/host/suggest/ask-sources.ts";
import { skillSource } from "../../extension/host/suggest/skills.ts";
import { readAhead } from "../../extension/text/paths/path-suggestion.ts";
import type { Suggestion } from "../../extension/protocol/suggest.ts";
import { aSkill } from "../fakes/skills.ts";

afterEach(() => void vi.useRealTimers());

type Posted = { names: string[]; done: boolean };

function ask(table: SuggestSource[], query = "up") {
  vi.useFakeTimers();
  const posted: Posted[] = [];
  const question = { type: "suggest", round: 1, trigger: "@", query } as const;
  const post = ({ items, done }: { items: Suggestion[]; done: boolean }) =>
    posted.push({ names: items.map(({ name }) => name), done });
  askSources(table, question, post, new AbortController().signal);
  const last = async (ms = 0) => {
    await vi.advanceTimersByTimeAsync(ms);
    return posted.at(-1);
  };
  return { last, posted };
}

const files = (...paths: string[]): SuggestSource => ({
  trigger: "@",
  find: (_query, show) => {
    show(paths.map(readAhead));
    return Promise.resolve();
  },
});

/** A language server that answers when it is told to. */
function server(...names: string[]) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const find: SuggestSource["find"] = async (_query, show) => {
    await promise;
    show(names.map(readAhead));
  };
  return { answer: resolve, source: { trigger: "@", late: true, find } satisfies SuggestSource };
}

test("nobody waits for a language server, and what it finds comes below what is shown", async () => {
  const symbols = server("uploadAll");
  const { last } = ask([files("upload.ts"), symbols.source, skillSource(() => [aSkill("backup")], "all")]);
  expect(await last()).toEqual({ names: ["upload.ts", "backup"], done: false });
  symbols.answer();
  expect(await last()).toEqual({ names: ["upload.ts", "backup", "uploadAll"], done: true });
});

test("a symbol of exactly that name goes before what matches loosely, and stays below what begins so", async () => {
  const symbols: SuggestSource = {
    trigger: "@",
    late: true,
    find: (_query, show) => {
      show([{ ...readAhead("up"), fit: "exact" }, readAhead("upAll")]);
      return Promise.resolve();
    },
  };
  const paths: SuggestSource = {
    trigger: "@",
    find: (_query, show) => {
      show([readAhead("upload.ts"), { ...readAhead("user-pin.ts"), fit: "loose" }]);
      return Promise.resolve();
    },
  };
  expect((await ask([paths, symbols]).last())?.names).toEqual(["upload.ts", "up", "user-pin.ts", "upAll"]);
});

test("a blank behind the words is not looked for", async () => {
  const asked: string[] = [];
  const source: SuggestSource = { trigger: "@", find: (query) => Promise.resolve(void asked.push(query)) };
  await ask([source], "up loads ").last();
  expect(asked).toEqual(["up loads"]);
});

test("a language server that says nothing for long is waited for no more, and still heard", async () => {
  const symbols = server("uploadAll");
  const { last } = ask([symbols.source, files()]);
  expect(await last(4_900)).toEqual({ names: [], done: false });
  expect(await last(200)).toEqual({ names: [], done: true });
  symbols.answer();
  expect(await last()).toEqual({ names: ["uploadAll"], done: true });
});

test("however many files there are, what stands behind them is in the list", async () => {
  const many = Array.from({ length: 60 }, (_, index) => `up${index}.ts`);
  const { last } = ask([files(...many), skillSource(() => [aSkill("backup")], "all")]);
  expect((await last())?.names.at(-1)).toBe("backup");
});

test("skills that are begun come first, the best few of them, and none twice", async () => {
  const skills = ["backup", "upper-case", "Upgrade", "up", "upload-a-lot", "uproot", "uptime"].map((name) =>
    aSkill(name),
  );
  const table = [skillSource(() => skills, "begun"), files("upload.ts"), skillSource(() => skills, "all")];
  expect((await ask(table).last())?.names).toEqual([
    ...["up", "uproot", "uptime", "Upgrade", "upper-case"],
    "upload.ts",
    ...["upload-a-lot", "backup"],
  ]);
  expect((await ask(table, "").last())?.names).toEqual(["upload.ts"]);
});

test("of hundreds of skills that match a few are shown", async () => {
  const skills = Array.from({ length: 300 }, (_, index) => aSkill(`back-up-${index}`));
  const { last } = ask([skillSource(() => skills, "all")]);
  expect((await last())?.names.length).toBe(10);
});

test("a word before a colon asks for one kind alone, without the word", async () => {
  const asked: string[] = [];
  const source = (form: NonNullable<SuggestSource["form"]>): SuggestSource => ({
    trigger: "@",
    form,
    find: (query, show) => {
      asked.push(`${form} ${query}`);
      show([readAhead(`${form}.ts`)]);
      return Promise.resolve();
    },
  });
  const table = [source("file"), source("skill"), source("symbol"), files("other.ts")];
  expect(await ask(table, "file:src/up.ts").last()).toEqual({ names: ["file.ts"], done: true });
  expect(await ask(table, "Skill:up ").last()).toEqual({ names: ["skill.ts"], done: true });
  expect(await ask(table, "symbol:").last()).toEqual({ names: ["symbol.ts"], done: true });
  expect(asked).toEqual(["file src/up.ts", "skill up", "symbol "]);
  expect((await ask(table, "file:///up").last())?.names).toHaveLength(4);
  expect((await ask(table, "filed").last())?.names).toHaveLength(4);
});
