// How many lines a change adds and removes.
import { diffLines } from "diff";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { countLines } from "../../extension/tools/count-lines.ts";

const text = fc
  .array(fc.constantFrom("a", "b", "c", "", "long line", "\r"), { maxLength: 12 })
  .chain((lines) => fc.constantFrom(lines.join("\n"), `${lines.join("\n")}\n`));

test("the difference of both counts is the difference in lines, and nothing is counted of equal texts", () => {
  const lines = (of: string): number => (of === "" ? 0 : of.replace(/\n$/, "").split("\n").length);
  fc.assert(
    fc.property(text, text, (before, after) => {
      const { added, removed } = countLines(before, after);
      expect(added - removed).toBe(lines(after) - lines(before));
      expect(Math.min(added, removed)).toBeGreaterThanOrEqual(0);
      expect(countLines(before, before)).toEqual({ added: 0, removed: 0 });
    }),
  );
});

test("a few lines are counted as a comparison shows them", () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const shown = diffLines(before, after);
      const sum = (is: "added" | "removed"): number =>
        shown.filter((one) => one[is]).reduce((total, { count }) => total + count, 0);
      const { added, removed } = countLines(before, after);
      expect(added).toBeLessThanOrEqual(sum("added"));
      expect(removed).toBeLessThanOrEqual(sum("removed"));
    }),
  );
});

test("lines in the middle, at the end, and without a last break", () => {
  expect(countLines("one\ntwo\n", "one\n2\n")).toEqual({ added: 1, removed: 1 });
  expect(countLines("one\n", "one\ntwo\n")).toEqual({ added: 1, removed: 0 });
  expect(countLines("one", "one\n")).toEqual({ added: 1, removed: 1 });
  expect(countLines("a\nb\n", "A\nB\n")).toEqual({ added: 2, removed: 2 });
  expect(countLines("", "one\ntwo")).toEqual({ added: 2, removed: 0 });
  expect(countLines("same\nx\nsame\n", "same\nsame\n")).toEqual({ added: 0, removed: 1 });
});

test("a long text of which every line changes is counted", () => {
  const before = "a line\n".repeat(10_000);
  expect(countLines(before, before.replaceAll("line", "row"))).toEqual({ added: 10_000, removed: 10_000 });
});
