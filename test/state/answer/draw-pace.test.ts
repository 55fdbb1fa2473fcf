// The pace of a growing answer: quick while it is read, and out of the way of keys.
import { expect, test } from "vitest";
import { noteKey, restAfter, typingFor } from "../../../webview/state/answer/draw-pace.ts";

test("a slow page rests longer, within limits", () => {
  expect([0, 3, 50].map((took) => restAfter(took, 400, 1_000))).toEqual([40, 72, 110]);
});

test("while the user types, an answer is drawn at most three times a second, and at its own pace soon after", () => {
  noteKey(10_000);
  expect(restAfter(0, 4_000, 10_300)).toBe(300);
  expect(typingFor(10_300)).toBe(400);
  expect(restAfter(0, 400, 10_800)).toBe(40);
});

test("text that comes faster than anyone reads is drawn in larger steps", () => {
  expect([400, 2_000, 2_001, 10_000].map((perSecond) => restAfter(0, perSecond, 20_000))).toEqual([40, 40, 110, 110]);
});
