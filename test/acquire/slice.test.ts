import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sliceBytes, sliceLines } from "../../extension/acquire/slice.ts";

const lines = fc.array(fc.string({ unit: fc.constantFrom("a", " ", "é", "字", "😀") }), {
  minLength: 1,
  maxLength: 30,
});

describe("a line range", () => {
  it("is exactly the lines the gutter shows, with their breaks verbatim", () => {
    expect(sliceLines("one\r\ntwo\r\nthree\r\n", { start: 1, end: 2 })).toEqual({
      text: "one\r\ntwo",
      range: { start: 1, end: 2 },
      clamped: false,
    });
  });

  it("holds for any text, break and range", () => {
    const breaks = fc.constantFrom("\n", "\r\n", "\r");
    fc.assert(
      fc.property(lines, breaks, fc.nat(40), fc.nat(40), (texts, eol, a, b) => {
        const [start, end] = a <= b ? [a + 1, b + 1] : [b + 1, a + 1];
        const slice = sliceLines(texts.join(eol), { start, end });
        const last = Math.min(end, texts.length);
        const first = Math.min(start, last);
        expect(slice.text).toBe(texts.slice(first - 1, last).join(eol));
        expect(slice.range).toEqual({ start: first, end: last });
        expect(slice.clamped).toBe(end > texts.length);
      }),
    );
  });
});

describe("a byte range", () => {
  it("never cuts a character in two and never invents one", () => {
    fc.assert(
      fc.property(lines, fc.nat(200), fc.nat(200), (texts, a, b) => {
        const text = texts.join("\n");
        const range = { unit: "byte", start: Math.min(a, b), end: Math.max(a, b) + 1 } as const;
        const slice = sliceBytes(text, range);
        expect(text).toContain(slice.text);
        expect(slice.text).not.toContain("\uFFFD");
        expect(Buffer.byteLength(slice.text)).toBeLessThanOrEqual(range.end - range.start);
      }),
    );
  });
});
