import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { corrected, type Ratios } from "../../extension/assemble/tokens/calibrate.ts";
import { Estimator, estimateTokens, measureText } from "../../extension/assemble/tokens/estimate.ts";
import { imageTokens } from "../../extension/assemble/tokens/image-tokens.ts";

describe("an estimate", () => {
  it("tells kinds of text apart", () => {
    expect(measureText("The quick brown fox jumps over the lazy dog, again and again.").content).toBe("prose");
    expect(measureText("if (a !== b) { return f(x[1], y.z()); }").content).not.toBe("prose");
    expect(measureText('{"a": [1, 2, 3], "b": {"c": "d"}}').content).toBe("json");
    expect(measureText("你好，世界。これは日本語です。").content).toBe("cjk");
    expect(measureText("aG9X3kd02LmZqP8RtY4uVbN1cXsWfGhJ7K5").content).toBe("dense");
  });

  it("of a long run of one letter or of digits is near what a vocabulary makes of it", () => {
    // What o200k_base counts for 10,000 of each.
    for (const [letter, counted] of [
      ["a", 1250],
      ["e", 2500],
      ["7", 3334],
    ] as const) {
      const alone = estimateTokens(letter.repeat(10_000), "prose") / counted;
      expect(alone, letter).toBeGreaterThan(0.8);
      expect(alone, letter).toBeLessThan(2.1);
      // Also between words, which are counted as before.
      const words = "some words around it ".repeat(40);
      const within = estimateTokens(words + letter.repeat(800), "prose") - estimateTokens(words, "prose");
      expect(within, letter).toBeGreaterThan(0.8 * 0.08 * counted);
    }
  });

  it("grows with the text and is nothing for nothing", () => {
    expect(estimateTokens("", "prose")).toBe(0);
    fc.assert(
      fc.property(fc.string({ maxLength: 400 }), fc.string({ minLength: 1, maxLength: 400 }), (one, more) => {
        expect(estimateTokens(one + more, "prose")).toBeGreaterThanOrEqual(estimateTokens(one, "prose") - 1);
      }),
    );
  });

  it("of a long text costs a look at parts of it, and is near", () => {
    const line = "const total = items.reduce((sum, item) => sum + item.weight, 0);\n";
    expect(estimateTokens(line.repeat(1000), "code") / estimateTokens(line.repeat(10), "code")).toBeCloseTo(100, -1);
  });
});

describe("what a provider counted", () => {
  const prose = measureText("word ".repeat(500));
  const learn = (turns: number, factor: number): Ratios => {
    let ratios: Ratios = {};
    for (let turn = 0; turn < turns; turn++) {
      const estimate = new Estimator("p", ratios).tokens(prose);
      ratios = corrected(ratios, [prose], { estimate, counted: Math.round(prose.tokens * factor) });
    }
    return ratios;
  };

  it("is believed within five answers, up or down", () => {
    for (const factor of [0.7, 1.3]) {
      const estimate = new Estimator("p", learn(5, factor)).tokens(prose);
      expect(Math.abs(estimate / (prose.tokens * factor) - 1)).toBeLessThan(0.02);
    }
  });

  it("moves a ratio only so far, at once and in all", () => {
    expect(new Estimator("p", learn(1, 100)).tokens(prose)).toBeLessThan(prose.tokens * 1.7);
    expect(new Estimator("p", learn(50, 100)).tokens(prose)).toBeLessThan(prose.tokens * 3.1);
  });

  it("changes only the classes that were in the request", () => {
    expect(Object.keys(learn(3, 1.3))).toEqual(["prose"]);
  });
});

it("a picture costs what its provider's formula says", () => {
  const large = { width: 2000, height: 1000 };
  expect(imageTokens("anthropic", large)).toBe(1534);
  expect(imageTokens("openai", large)).toBe(85 + 170 * 6);
  expect(imageTokens("gemini", { width: 300, height: 300 })).toBe(258);
  expect(imageTokens("gemini", large)).toBe(258 * 6);
});
