import { describe, expect, it } from "vitest";
import { finish } from "../../extension/pipelines/completion/finish/finish.ts";
import { nothing } from "../../extension/pipelines/completion/words.ts";
import { corpus } from "./corpus.ts";

describe("the corpus of completions", () => {
  it("has many cases in many languages", () => {
    expect(corpus.length).toBeGreaterThanOrEqual(150);
    expect(new Set(corpus.map(({ language }) => language)).size).toBeGreaterThanOrEqual(10);
    expect(new Set(corpus.map(({ name }) => name)).size).toBe(corpus.length);
  });

  it("shows every reason for nothing, and each has words", () => {
    const reasons = new Set(corpus.flatMap(({ expected }) => ("nothing" in expected ? [expected.nothing] : [])));
    expect(Object.keys(nothing).filter((reason) => ![...reasons].some((shown) => shown === reason))).toEqual([]);
    for (const words of Object.values(nothing)) expect(words).toMatch(/^the \w+/);
  });

  it.each(corpus)("$name", ({ text, offset, language, amount, output, expected }) => {
    expect(offset).toBeGreaterThanOrEqual(0);
    expect(finish({ text, offset, language, amount }, output)).toEqual(expected);
  });
});
