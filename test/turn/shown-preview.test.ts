// What a card shows of a call: whole where that is possible, and counted where it is not.
import fc from "fast-check";
import { expect, it } from "vitest";
import { shownPreview } from "../../extension/turn/shown-preview.ts";

it("a command is shown whole, and a longer text says how much is missing", () => {
  const text = "x".repeat(100_000);
  expect(shownPreview({ type: "text", text })).toEqual({ type: "text", text });
  expect(shownPreview({ type: "text", text: `${text}${"y".repeat(12)}` })).toEqual({
    type: "text",
    text: `${text}\n… 12 more characters`,
  });
});

it("a long line of a change is shown whole, and one without end says how much is missing", () => {
  const shown = shownPreview({ type: "diff", path: "a", before: "", after: `${"x".repeat(2_000)}END\n` });
  expect(shown).toMatchObject({ lines: [`+${"x".repeat(2_000)}END`] });
  const long = shownPreview({ type: "diff", path: "a", before: "", after: `${"x".repeat(30_000)}\n` });
  expect(long).toMatchObject({ lines: [`+${"x".repeat(19_999)} … 10001 more characters`] });
});

it("no part of a change is missing without being counted", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4_000 }), fc.integer({ min: 0, max: 300 }), (lines, length) => {
      const after = `${"x".repeat(length)}\n`.repeat(lines);
      const shown = shownPreview({ type: "diff", path: "a", before: "", after });
      if (shown.type !== "diff") throw new Error("no change");
      const rest = Number(/^ … (\d+) more lines?$/.exec(shown.lines.at(-1) ?? "")?.[1] ?? 0);
      expect(shown.lines.filter((line) => line.startsWith("+")).length + rest).toBe(lines);
    }),
    { numRuns: 30 },
  );
});
