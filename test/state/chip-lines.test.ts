// The lines a chip stands for: five more or fewer at an edge, never past the file nor to nothing.
import { expect, test } from "vitest";
import { fewerLines, linesOf, moreLines, wholeFile, type Edge } from "../../webview/editor/chips/chip-lines.ts";
import type { ChipPart } from "../../webview/editor/schema.ts";

const lines = (start: number, end: number): ChipPart => ({
  type: "file-ref",
  ref: { kind: "path", path: "src/net/upload.ts", range: { start, end } },
});
const walk = (from: ChipPart, step: typeof moreLines, edge: Edge, last?: number) => {
  const part = step(from, edge, last);
  const range = part && linesOf(part);
  return range && [range.start, range.end];
};

test("more lines stop at the file's ends", () => {
  expect(walk(lines(10, 25), moreLines, "end")).toEqual([10, 30]);
  expect(walk(lines(10, 25), moreLines, "start")).toEqual([5, 25]);
  expect(walk(lines(70, 73), moreLines, "end", 75)).toEqual([70, 75]);
  expect(walk(lines(70, 75), moreLines, "end", 75)).toBeUndefined();
  expect(walk(lines(3, 9), moreLines, "start")).toEqual([1, 9]);
  expect(walk(lines(1, 9), moreLines, "start")).toBeUndefined();
});

test("fewer lines leave one, and lines past the file's end are not there to take", () => {
  expect(walk(lines(10, 25), fewerLines, "end")).toEqual([10, 20]);
  expect(walk(lines(10, 25), fewerLines, "start")).toEqual([15, 25]);
  expect(walk(lines(70, 73), fewerLines, "end")).toEqual([70, 70]);
  expect(walk(lines(70, 70), fewerLines, "end")).toBeUndefined();
  expect(walk(lines(70, 73), fewerLines, "start")).toEqual([73, 73]);
  expect(walk(lines(70, 90), fewerLines, "end", 80)).toEqual([70, 75]);
});

test("what stands for a whole file, or for none, has no lines to change", () => {
  const whole: ChipPart = { type: "file-ref", ref: { kind: "path", path: "src/net/upload.ts" } };
  const mention: ChipPart = { type: "mention", target: { kind: "file", path: "a.ts", range: { start: 1, end: 9 } } };
  expect(wholeFile(lines(1, 2))).toEqual(whole);
  expect([wholeFile(whole), moreLines(whole, "end", 9), fewerLines(whole, "end", 9)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(walk(mention, fewerLines, "end")).toEqual([1, 4]);
});
