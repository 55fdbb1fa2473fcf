// Which of several matching paths stands first behind `@`: the rules that the documentation names.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type FilesInUse, InUse } from "../../extension/acquire/find-paths/in-use.ts";
import { PathIndex } from "../../extension/acquire/find-paths/path-index.ts";

function find(paths: readonly string[], query: string, inUse: Partial<FilesInUse> = {}): string[] {
  const index = new PathIndex();
  for (const path of paths) index.add(path);
  const files = { open: [], recent: [], changed: [], ...inUse };
  return index.search({ query, limit: 40, inUse: new InUse(files) }).map(({ path }) => path);
}

test("the file whose name begins so comes before folders and tests that begin so", () => {
  const paths = ["test/assemble/a.ts", "test/pipelines/assemble/b.ts", "extension/pipelines/assemble/assemble.ts"];
  expect(find(paths, "asse").slice(0, 2)).toEqual([
    "extension/pipelines/assemble/assemble.ts",
    "extension/pipelines/assemble",
  ]);
});

test("a file comes before a folder of the same name", () => {
  expect(find(["src/queue/x.ts", "src/long/way/down/queue.ts"], "queue")).toEqual([
    "src/long/way/down/queue.ts",
    "src/queue",
    "src/queue/x.ts",
  ]);
});

test("a name that begins so comes before one that has it in the middle, however short", () => {
  expect(find(["a/re-up.ts", "a/uploads-of-yesterday.ts"], "up")[0]).toBe("a/uploads-of-yesterday.ts");
});

describe("what is in use comes before the rest", () => {
  const paths = ["a/page.ts", "b/pages-of-all.ts", "c/pager.ts"];

  test.each(["open", "recent", "changed"] as const)("%s", (kind) => {
    expect(find(paths, "pag")[0]).toBe("a/page.ts");
    expect(find(paths, "pag", { [kind]: ["b/pages-of-all.ts"] })[0]).toBe("b/pages-of-all.ts");
  });

  test("the latest first", () => {
    expect(find(paths, "pag", { recent: ["c/pager.ts", "b/pages-of-all.ts"] }).slice(0, 2)).toEqual([
      "c/pager.ts",
      "b/pages-of-all.ts",
    ]);
  });

  test("but the whole name, typed, stays first", () => {
    expect(find(paths, "page.ts", { recent: ["b/pages-of-all.ts"], open: ["c/pager.ts"] })[0]).toBe("a/page.ts");
  });
});

test("a file beside those in use comes before one of the same name elsewhere, after those in use", () => {
  const paths = ["a/words.ts", "deep/b/words.ts", "deep/b/wording.ts", "deep/b/turn.ts"];
  expect(find(paths, "wor")[0]).toBe("a/words.ts");
  expect(find(paths, "wor", { recent: ["deep/b/turn.ts"] })[0]).toBe("deep/b/words.ts");
  expect(find(paths, "wor", { recent: ["deep/b/wording.ts"] })[0]).toBe("deep/b/wording.ts");
});

test("a file of a folder above, below or beside those in use comes before one far away, after one in the same folder", () => {
  const around = [
    "src/word-above.ts",
    "src/send/word-within.ts",
    "src/send/line/word-below.ts",
    "src/turn/word-beside.ts",
  ];
  const paths = ["far/away/word.ts", "src/send/send.ts", ...around];
  expect(find(paths, "wor")[0]).toBe("far/away/word.ts");
  const found = find(paths, "wor", { recent: ["src/send/send.ts"] });
  expect(found[0]).toBe("src/send/word-within.ts");
  expect(new Set(found.slice(0, 4))).toEqual(new Set(around));
});

describe("tests come after sources", () => {
  const paths = ["src/queue-of-messages.ts", "test/queue.test.ts", "src/queue.spec.ts", "test/other.test.ts"];

  test("when nothing says otherwise", () => {
    expect(find(paths, "que")[0]).toBe("src/queue-of-messages.ts");
  });

  test.each([
    ["the test is in use", "que", { recent: ["test/queue.test.ts"] }],
    ["the user works in the folder of the tests", "que", { recent: ["test/other.test.ts"] }],
    ["the query asks for a test", "queue.te", {}],
  ])("unless %s", (_why, query, inUse) => {
    expect(find(paths, query, inUse)[0]).toBe("test/queue.test.ts");
  });
});

describe("initials", () => {
  test.each([
    ["kebab", "fl", "src/first-look.ts"],
    ["snake", "fl", "src/first_look.py"],
    ["camel", "fl", "src/FirstLook.svelte"],
    ["the first of them", "fl", "src/first-look-again.ts"],
    ["some letters of each", "firlo", "src/first-look.ts"],
  ])("%s: they come before letters inside a word", (_kind, query, path) => {
    expect(find(["a/profl.ts", "a/xfirlox.ts", "a/afl.ts", path], query)[0]).toBe(path);
  });

  test("an ending is no word of theirs, and what is found in an ending only comes last", () => {
    const paths = ["src/table.ts", "src/tool-samples.ts", "src/accounts.md", "src/x.ts"];
    expect(find(paths, "ts")).toEqual(["src/tool-samples.ts", "src/accounts.md", "src/x.ts", "src/table.ts"]);
  });
});

describe("among 60,000 paths that match as well", () => {
  const many = Array.from({ length: 20_000 }, (_, at) => [
    `test/a${at}/asx.test.ts`,
    `src/b${at}/ras.ts`,
    `as${at}/x.md`,
  ]);
  const index = new PathIndex();
  for (const path of many.flat()) index.add(path);
  const first = (query: string, recent: string[] = []): string | undefined =>
    index.search({ query, limit: 1, inUse: new InUse({ open: [], recent, changed: [] }) })[0]?.path;

  test("a long name that begins so is found, and one of initials", () => {
    index.add("src/turn/assemble-everything-for-a-turn.ts");
    expect(first("as")).toBe("src/turn/assemble-everything-for-a-turn.ts");
    index.add("src/turn/read-a-setting.ts");
    expect(first("ras", [])).toBe("src/b0/ras.ts");
    expect(first("reas")).toBe("src/turn/read-a-setting.ts");
  });

  test("a file beside those in use is found", () => {
    for (let at = 0; at < 2_000; at += 1) index.add(`lib/c${at}/asset.ts`);
    index.add("lib/z/assets-of-a-page.ts");
    index.add("lib/z/page.ts");
    expect(first("ass")).toBe("lib/c0/asset.ts");
    expect(first("ass", ["lib/z/page.ts"])).toBe("lib/z/assets-of-a-page.ts");
  });
});

test("the order in which files were found does not matter", () => {
  const name = fc.string({ unit: fc.constantFrom(...Array.from("abAB-_.")), minLength: 1, maxLength: 5 });
  const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join("/"));
  fc.assert(
    fc.property(fc.uniqueArray(path, { maxLength: 20 }), fc.constantFrom("a", "ab", "ba"), (paths, query) => {
      const recent = paths.slice(0, 3);
      expect(find(paths, query, { recent })).toEqual(find(paths.toReversed(), query, { recent }));
    }),
  );
});
