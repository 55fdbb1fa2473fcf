// Ignore rules of a stranger's folder never take long to match, and never show more than they say.
import fc from "fast-check";
import ignore from "ignore";
import { expect, test } from "vitest";
import { expandBraces } from "../../extension/text/expand-braces.ts";
import { quickPattern, toIgnorePatterns } from "../../extension/text/ignore-patterns.ts";

test("ordinary patterns stay as they are written", () => {
  const lines = ["node_modules/", "*.log", "/dist", "!keep.*.log", "**/*.test.*.snap", "# comment", ""];
  expect(toIgnorePatterns(lines.join("\n"))).toEqual(lines);
});

test("a pattern with many stars hides what it hid before, and matches at once", () => {
  const pattern = `${"*a".repeat(20)}*b`;
  const rules = ignore().add(quickPattern(pattern) ?? "");
  const begun = performance.now();
  expect(rules.ignores("a".repeat(250))).toBe(false);
  expect(performance.now() - begun).toBeLessThan(5_000);
  expect(rules.ignores(`${"a".repeat(30)}b`)).toBe(true);
});

test("what a pattern hides stays hidden, and what a negated one shows was shown before", () => {
  const sign = fc.constantFrom("a", "b", "*", "/", ".", "?");
  const text = fc.array(sign, { minLength: 1, maxLength: 14 }).map((signs) => signs.join(""));
  const path = fc.array(fc.constantFrom("a", "b", ".", "/"), { minLength: 1, maxLength: 10 }).map(
    (signs) =>
      signs
        .join("")
        .replace(/^[./]+|\/+$/g, "")
        .replace(/\/[./]*/g, "/") || "a",
  );
  fc.assert(
    fc.property(text, path, (pattern, name) => {
      const before = ignore().add(pattern).ignores(name);
      if (before)
        expect(
          ignore()
            .add(quickPattern(pattern) ?? "")
            .ignores(name),
        ).toBe(true);
      const shown = ignore()
        .add(["*", quickPattern(`!${pattern}`) ?? ""])
        .test(name).unignored;
      if (shown)
        expect(
          ignore()
            .add(["*", `!${pattern}`])
            .test(name).unignored,
        ).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

test("braces that multiply are written out to a bound", () => {
  expect(expandBraces("*.{js,ts}").toSorted()).toEqual(["*.js", "*.ts"]);
  const begun = performance.now();
  expect(expandBraces("{a,b}".repeat(2_000)).length).toBeLessThanOrEqual(256);
  expect(expandBraces("{a,{b,".repeat(2_000)).length).toBeLessThanOrEqual(256);
  expect(performance.now() - begun).toBeLessThan(5_000);
});
