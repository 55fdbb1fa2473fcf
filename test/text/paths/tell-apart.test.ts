import fc from "fast-check";
import { expect, test } from "vitest";
import { tellApart } from "../../../extension/text/paths/tell-apart.ts";

test("a file has its name alone, unless another one has it too", () => {
  expect([...tellApart(["src/net/index.ts", "src/ui/index.ts", "src/page.ts"]).values()]).toEqual([
    "net/index.ts",
    "ui/index.ts",
    "page.ts",
  ]);
  expect([...tellApart(["a/x/index.ts", "b/x/index.ts", "index.ts"]).values()]).toEqual([
    "a/x/index.ts",
    "b/x/index.ts",
    "index.ts",
  ]);
});

test("different paths have different names, each the end of its path", () => {
  const path = fc.array(fc.constantFrom("a", "b", "c"), { minLength: 1, maxLength: 5 }).map((names) => names.join("/"));
  fc.assert(
    fc.property(fc.array(path), (paths) => {
      const names = tellApart(paths);
      expect(new Set(names.values()).size).toBe(new Set(paths).size);
      for (const [whole, name] of names) expect(`/${whole}`.endsWith(`/${name}`)).toBe(true);
    }),
  );
});
