import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { divergence } from "../../extension/assemble/diverge.ts";
import { comparePrefix } from "../../extension/assemble/prefix.ts";

const of = (before: string[], now: string[]) => divergence(before, now, comparePrefix(before, now).same_texts);

describe("where two requests part", () => {
  it("is nowhere when one only adds to the other", () => {
    expect(of(["a", "b"], ["a", "b", "c"])).toEqual({ lost: 0, before: undefined, now: "c" });
  });

  it("is the first text that is not the same, from the line before its first difference on", () => {
    const lines = (...all: string[]): string => all.join("\n");
    expect(of(["a", lines("1", "2", "3", "4"), "x"], ["a", lines("1", "2", "three", "4"), "x"])).toEqual({
      lost: 2,
      before: lines("…", "2", "3", "4"),
      now: lines("…", "2", "three", "4"),
    });
  });

  it("is shown in a few lines, whatever the texts are", () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.array(fc.string()), (before, now) => {
        const long = [...before, "a".repeat(9_000)];
        for (const text of Object.values(of(long, [...now, "b\n".repeat(100)])))
          if (typeof text === "string") expect(text.length).toBeLessThan(1_600);
      }),
    );
  });
});
