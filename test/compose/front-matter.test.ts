// Front matter of strangers: read in a moment, whatever it holds, and refused in words.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { readFields, splitFenced } from "../../extension/compose/front-matter.ts";

const Fields = z.record(z.string(), z.unknown());

describe("front matter", () => {
  it("of many names is read", () => {
    const matter = Array.from({ length: 900 }, (_, at) => `k${at}: 1`).join("\n");
    expect(readFields(matter, Fields).ok).toBe(true);
  });

  it("that is too large is refused", () => {
    expect(readFields(`a: ${"x".repeat(40_000)}`, Fields)).toEqual({
      ok: false,
      failure: { line: 1, reason: "the front matter is longer than 8 KB; move text below the second --- line" },
    });
  });

  it.each(["[".repeat(2_000), "{a: ".repeat(1_500), "- ".repeat(2_000), "? ".repeat(2_000)])(
    "of lists in lists is refused",
    (matter) => {
      const begun = performance.now();
      expect(readFields(`a: ${matter}`, Fields).ok && readFields(matter, Fields).ok).toBe(false);
      expect(performance.now() - begun).toBeLessThan(5_000);
    },
  );

  it("that names a thing twice is refused, with its line", () => {
    expect(readFields("a: 1\nb: 2\na: 3\n", Fields)).toEqual({
      ok: false,
      failure: { line: 4, reason: "Map keys must be unique" },
    });
    expect(readFields("a:\n  b: 1\n  b: 2\n", Fields)).toMatchObject({ ok: false, failure: { line: 4 } });
  });

  it("is cut out of any file in one look", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("---", "a: 1", "", "--- ", "----", "x"), { maxLength: 12 }), (lines) => {
        const text = lines.join("\n");
        const old = /^\uFEFF?---[ \t]*\r?\n(?<matter>[\s\S]*?)^---[ \t]*(?:\r?\n|$)/m.exec(text);
        const split = splitFenced(text);
        expect(split.ok).toBe(old?.index === 0);
        if (split.ok) expect(split.value.matter).toBe(old?.groups?.["matter"]);
      }),
    );
    const begun = performance.now();
    splitFenced(`---\n${"---x\n".repeat(200_000)}`);
    expect(performance.now() - begun).toBeLessThan(5_000);
  });
});
