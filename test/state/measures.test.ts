// What is known about chips: all of the message that is written, and of others not without end.
import { expect, test } from "vitest";
import { Measures } from "../../webview/editor/chips/measures.ts";
import type { ChipPart } from "../../webview/editor/schema.ts";
import { tokens } from "../webview/samples.ts";

const chip = (n: number): ChipPart => ({ type: "file-ref", ref: { kind: "path", path: `${n}.ts` } });

test("the chips of long ago are forgotten, those of this message never", () => {
  const measures = new Measures();
  const here = Array.from({ length: 150 }, (_, n) => chip(n));
  measures.learn(here.map((part) => tokens(part, 1)));
  expect(here.every((part) => measures.of(part)?.tokens === 1)).toBe(true);
  measures.learn([tokens(chip(1000), 1)]);
  expect(measures.of(chip(1000))?.tokens).toBe(1);
  expect(measures.of(chip(0))).toBeUndefined();
});

test("what was said of a chip is still known when an undo brings it back", () => {
  const measures = new Measures();
  measures.learn([tokens(chip(1), 1), tokens(chip(2), 2)]);
  measures.learn([tokens(chip(2), 3)]);
  expect(measures.of(chip(1))?.tokens).toBe(1);
});
