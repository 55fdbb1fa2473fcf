// The pairs of two lists are as many as there can be, in the order of both, and of equal keys.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { longestCommon } from "../../extension/pipelines/refactor/finish/longest-common.ts";

/** Slow and plain. */
function mostPairs(one: readonly number[], other: readonly number[]): number {
  let above = new Array<number>(other.length + 1).fill(0);
  for (const key of one) {
    const row = [0];
    for (const [at, their] of other.entries())
      row.push(key === their ? (above[at] ?? 0) + 1 : Math.max(above[at + 1] ?? 0, row[at] ?? 0));
    above = row;
  }
  return above.at(-1) ?? 0;
}

describe("the longest common sequence", () => {
  it("has as many pairs as there can be, each of equal keys, in the order of both", () => {
    const keys = fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 30 });
    fc.assert(
      fc.property(keys, keys, (one, other) => {
        const pairs = [...longestCommon(one, other)];
        const there = pairs.filter((pair) => pair >= 0);
        expect(there).toHaveLength(mostPairs(one, other));
        expect(there).toEqual([...new Set(there)].sort((a, b) => a - b));
        for (const [at, pair] of pairs.entries()) if (pair >= 0) expect(one[at]).toBe(other[pair]);
      }),
      { numRuns: 500 },
    );
  });

  it("of long lists with changes in many places is complete: keys that only one of them has are passed over", () => {
    const one = Array.from({ length: 5_000 }, (_, at) => at);
    const other = one.map((key) => (key % 3 === 1 ? -1 - key : key));
    const pairs = longestCommon(one, other);
    expect([...pairs].filter((pair) => pair >= 0)).toHaveLength(one.length - Math.floor((one.length + 1) / 3));
  });
});
