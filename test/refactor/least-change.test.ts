// What is left out of a change is what both texts begin and end with.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { leastChange } from "../../extension/pipelines/refactor/finish/least-change.ts";

describe("the least change", () => {
  it("is nothing of what both texts begin and end with", () => {
    expect(leastChange("const a = 1;\n", "const a = 10;\n")).toEqual({ from: 11, to: 11, text: "0" });
    expect(leastChange("a\n", "a\n")).toEqual({ from: 2, to: 2, text: "" });
    expect(leastChange("", "a\n")).toEqual({ from: 0, to: 0, text: "a\n" });
    expect(leastChange("aa", "a")).toEqual({ from: 1, to: 2, text: "" });
  });

  it("keeps signs of two halves and line ends of two signs whole", () => {
    expect(leastChange("x😀y", "x😁y")).toEqual({ from: 1, to: 3, text: "😁" });
    expect(leastChange("a\r\n", "a\r\nb\r\n")).toEqual({ from: 3, to: 3, text: "b\r\n" });
    expect(leastChange("a\r\n", "a\rb\n")).toEqual({ from: 1, to: 3, text: "\rb\n" });
  });

  it("makes the new text of the old", () => {
    const texts = fc
      .array(fc.constantFrom("a", "b", "\n", "\r\n", "😀", "😁"), { maxLength: 12 })
      .map((all) => all.join(""));
    fc.assert(
      fc.property(texts, texts, (old, fresh) => {
        const { from, to, text } = leastChange(old, fresh);
        expect(from).toBeLessThanOrEqual(to);
        expect(old.slice(0, from) + text + old.slice(to)).toBe(fresh);
      }),
      { numRuns: 500 },
    );
  });
});
