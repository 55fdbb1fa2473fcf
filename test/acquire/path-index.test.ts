// The index of paths: what is typed finds the file that was meant, first.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { InUse } from "../../extension/acquire/find-paths/in-use.ts";
import { PathIndex } from "../../extension/acquire/find-paths/path-index.ts";
import { lowered } from "../../extension/text/paths/fuzzy.ts";
import { workedMs } from "../fakes/worked.ts";

function indexOf(...paths: string[]): PathIndex {
  const index = new PathIndex();
  for (const path of paths) index.add(path);
  return index;
}

function find(index: PathIndex, query: string, recent: string[] = []): string[] {
  return index.search({ query, limit: 20, inUse: used(...recent) }).map(({ path }) => path);
}

function used(...recent: string[]): InUse {
  return new InUse({ open: [], recent, changed: [] });
}

test("the exact name comes first, whatever is recent", () => {
  const index = indexOf("a/upload.tsx", "upload.ts.map", "deep/down/in/folders/upload.ts");
  expect(find(index, "upload.ts", ["a/upload.tsx"])[0]).toBe("deep/down/in/folders/upload.ts");
});

test("a beginning comes before a word's start, that before the middle, that before scattered letters", () => {
  const index = indexOf("reup.ts", "x-up.ts", "upper.ts", "unpack.ts");
  expect(find(index, "up")).toEqual(["upper.ts", "x-up.ts", "reup.ts", "unpack.ts"]);
});

test("humps are found by their first letters, before letters that lie anywhere", () => {
  const index = indexOf("src/usc.ts", "src/UserServiceController.ts", "src/xuxsxcx.ts");
  expect(find(index, "usc").slice(0, 2)).toEqual(["src/usc.ts", "src/UserServiceController.ts"]);
});

test("what was used a moment ago comes before an equal match", () => {
  const index = indexOf("a/page.ts", "b/page.tsx", "c/pages.ts");
  expect(find(index, "pag", ["c/pages.ts"])[0]).toBe("c/pages.ts");
});

test("folders are found by name, and letters across folder and name are a match too", () => {
  const index = indexOf("src/net/upload.ts", "test/net/upload.test.ts");
  expect(find(index, "net")).toEqual(["src/net", "test/net", "src/net/upload.ts", "test/net/upload.test.ts"]);
  expect(find(index, "srcupl")).toEqual(["src/net/upload.ts"]);
  expect(find(index, "net/upl")[0]).toBe("src/net/upload.ts");
});

test("when lines are asked for, folders are left out", () => {
  const index = indexOf("net/net.ts");
  const found = index.search({ query: "net", limit: 5, inUse: used(), filesOnly: true });
  expect(found.map(({ path }) => path)).toEqual(["net/net.ts"]);
});

test("a removed file is not found; its folder goes with its last file", () => {
  const index = indexOf("a/b/one.ts", "a/b/two.ts", "a/three.ts");
  index.remove("a/b/one.ts");
  expect([index.has("a/b/one.ts"), index.has("a/b"), find(index, "one")]).toEqual([false, true, []]);
  index.remove("a/b/two.ts");
  expect([index.has("a/b"), index.has("a")]).toEqual([false, true]);
});

test("a removed folder takes everything below it, and can come back", () => {
  const index = indexOf("a/b/one.ts", "a/b/c/two.ts", "ab/keep.ts");
  index.remove("a/b");
  expect(index.size).toBe(2);
  expect(find(index, "two")).toEqual([]);
  index.add("a/b/c/two.ts");
  expect(find(index, "two")).toEqual(["a/b/c/two.ts"]);
});

test("a file that comes while one types is found with the next letter", () => {
  const index = indexOf("alpha.ts");
  expect(find(index, "al")).toEqual(["alpha.ts"]);
  index.add("also.ts");
  expect(find(index, "als")[0]).toBe("also.ts");
});

const segment = fc.string({ unit: fc.constantFrom(...Array.from("abAB01-_. éßİ日😀")), minLength: 1, maxLength: 6 });
const path = fc.array(segment, { minLength: 1, maxLength: 4 }).map((names) => names.join("/"));
const query = fc.string({ unit: fc.constantFrom(...Array.from("abAB01-_./éßİ日")), maxLength: 6 });

test("a first letter finds the shortest names that begin with it, folders too", () => {
  const many = Array.from({ length: 20 }, (_, at) => `lib/${"u".repeat(at + 2)}.ts`);
  const index = indexOf(...many.toReversed(), "Ui/panel.ts", "lib/panels.ts");
  const beginnings = (letter: string): string[] =>
    index.beginnings().flatMap(({ path }) => (path.split("/").at(-1)?.toLowerCase().startsWith(letter) ? path : []));
  expect(beginnings("u")).toEqual(["Ui", ...many.slice(0, 5)]);
  expect(beginnings("p")).toEqual(["Ui/panel.ts", "lib/panels.ts"]);
  index.remove("lib/uu.ts");
  expect(beginnings("u")).toEqual(["Ui", ...many.slice(1, 6)]);
});

describe("whatever the paths and the query", () => {
  test("every match holds the query's letters in order, at the places it names", () => {
    fc.assert(
      fc.property(fc.array(path, { maxLength: 30 }), query, (paths, typed) => {
        const index = indexOf(...paths);
        for (const found of index.search({ query: typed, limit: 50, inUse: used(...paths) })) {
          expect(found.at).toEqual([...new Set(found.at)].sort((a, b) => a - b));
          expect(lowered(found.at.map((at) => found.path.charAt(at)).join(""))).toBe(lowered(typed));
        }
      }),
    );
  });

  test("a path is found by its own name, and nothing that is not this name comes before it", () => {
    fc.assert(
      fc.property(fc.array(path, { minLength: 1, maxLength: 30 }), (paths) => {
        const index = indexOf(...paths);
        const name = paths[0]?.split("/").at(-1) ?? "";
        // The name of a folder stands below that of a file but for its ending.
        fc.pre(!paths.some((one) => one.startsWith(`${paths[0]}/`)));
        const [first] = find(index, name);
        expect(lowered(first?.split("/").at(-1) ?? "")).toBe(lowered(name));
      }),
    );
  });

  test("of several words each is in the path, and typing letter by letter finds what typing at once finds", () => {
    const words = fc.array(
      fc.string({ unit: fc.constantFrom(...Array.from("abAB01日")), minLength: 1, maxLength: 3 }),
      {
        minLength: 2,
        maxLength: 3,
      },
    );
    fc.assert(
      fc.property(fc.array(path, { maxLength: 30 }), words, (paths, typed) => {
        const index = indexOf(...paths);
        const whole = typed.join(" ");
        for (let end = 1; end < whole.length; end += 1) find(index, whole.slice(0, end).trim());
        const found = find(index, whole);
        expect(found).toEqual(find(indexOf(...paths), whole));
        for (const one of found) for (const word of typed) expect(lowered(one).includes(lowered(word))).toBe(true);
      }),
    );
  });

  test("typing letter by letter finds what typing at once finds", () => {
    fc.assert(
      fc.property(fc.array(path, { maxLength: 30 }), query, (paths, typed) => {
        const index = indexOf(...paths);
        for (let end = 1; end < typed.length; end += 1) find(index, typed.slice(0, end));
        expect(find(index, typed)).toEqual(find(indexOf(...paths), typed));
      }),
    );
  });
});

test("among 150,000 paths a search computes for a few milliseconds", () => {
  const index = new PathIndex();
  const words = ["user", "upload", "panel", "editor", "model", "token", "widget", "parser", "schema", "cache"];
  for (let at = 0; at < 150_000; at += 1) {
    const word = (step: number): string => words[Math.floor(at / step) % words.length] ?? "";
    index.add(`packages/${word(10_000)}/${word(1000)}/${word(100)}/${word(10)}-${word(1)}${at}.ts`);
  }
  const times: number[] = [];
  for (const typed of ["upload", "uplpan", "schema-cache", "useedi7"]) {
    for (let end = 1; end <= typed.length; end += 1) {
      const start = workedMs();
      expect(find(index, typed.slice(0, end)).length).toBeGreaterThan(0);
      times.push(workedMs() - start);
    }
  }
  times.sort((a, b) => a - b);
  // The benchmark says how few; this says that no keystroke waits for a frame's worth, on any machine.
  expect(times[Math.floor(times.length / 2)]).toBeLessThan(30);
});
