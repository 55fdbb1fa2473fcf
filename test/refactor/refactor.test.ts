import { describe, expect, it } from "vitest";
import { finishRefactor } from "../../extension/pipelines/refactor/finish/finish.ts";
import { readCases } from "./read-cases.ts";

const cases = readCases();

describe("an answer in the place of its target", () => {
  it.each(cases)("$name", async ({ text, target, language, output, expected }) => {
    const finished = await finishRefactor({ text, target, language, output });
    if (!finished.ok) expect(finished.failure).toMatchObject({ ...expected, answer: output });
    else expect({ text: finished.value.text }).toEqual(expected);
  });

  it("has at least 120 cases in all the ways that models answer", () => {
    expect(cases.length).toBeGreaterThanOrEqual(120);
    const styles = [
      "bare",
      "fenced",
      "prose around",
      "dedented",
      "line ends",
      "whole file",
      "elided",
      "lines around",
      "several fences",
      "prose only",
      "cut off",
    ];
    for (const style of styles)
      expect(cases.filter((one) => one.style.startsWith(style)).length, style).toBeGreaterThanOrEqual(3);
  });
});
