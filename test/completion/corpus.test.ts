import { describe, expect, it } from "vitest";
import { finish } from "../../extension/pipelines/completion/finish/finish.ts";
import { corpus } from "./corpus.ts";

describe("the corpus of completions", () => {
  it("has many cases in many languages", () => {
    expect(corpus.length).toBeGreaterThanOrEqual(150);
    expect(new Set(corpus.map(({ language }) => language)).size).toBeGreaterThanOrEqual(10);
    expect(new Set(corpus.map(({ name }) => name)).size).toBe(corpus.length);
  });

  it.each(corpus)("$name", ({ text, offset, language, amount, output, expected }) => {
    expect(offset).toBeGreaterThanOrEqual(0);
    expect(finish({ text, offset, language, amount }, output)).toEqual(expected);
  });
});
