import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { comparePrefix } from "../../extension/assemble/prefix.ts";

const texts = fc.array(fc.oneof(fc.constantFrom("a", "b", "ä€"), fc.string({ unit: "grapheme" })), { maxLength: 8 });
const bytes = (some: readonly string[]): number => Buffer.byteLength(some.join(""));

describe("what a request repeats of the one before", () => {
  it("is the common beginning of whole texts, in bytes", () => {
    fc.assert(
      fc.property(texts, texts, texts, (common, before, after) => {
        const [previous, current] = [
          [...common, ...before],
          [...common, ...after],
        ];
        const { same_texts, same_bytes, total_bytes } = comparePrefix(previous, current);
        expect(current.slice(0, same_texts)).toEqual(previous.slice(0, same_texts));
        expect(same_texts).toBeGreaterThanOrEqual(common.length);
        if (same_texts < current.length) expect(current[same_texts]).not.toBe(previous[same_texts]);
        expect(same_bytes).toBe(bytes(current.slice(0, same_texts)));
        expect(total_bytes).toBe(bytes(current));
      }),
    );
  });

  it("is everything of the same request, and nothing when the first text changed", () => {
    expect(comparePrefix(["ä", "b"], ["ä", "b"])).toEqual({ same_bytes: 3, total_bytes: 3, same_texts: 2 });
    expect(comparePrefix(["ä", "b"], ["äb", "b"])).toEqual({ same_bytes: 0, total_bytes: 4, same_texts: 0 });
    expect(comparePrefix([], ["b"])).toEqual({ same_bytes: 0, total_bytes: 1, same_texts: 0 });
  });
});
