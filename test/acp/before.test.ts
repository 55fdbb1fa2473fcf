import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { textBefore } from "../../extension/acp/services/before.ts";

describe("the text before a change", () => {
  it("is told by whole files, by pieces, by several pieces, and by a file that was not there", () => {
    expect(textBefore("new\n", [{ oldText: "old\n", newText: "new\n" }])).toBe("old\n");
    expect(textBefore("a\nnew\nb\n", [{ oldText: "old", newText: "new" }])).toBe("a\nold\nb\n");
    const both = [
      { oldText: "one", newText: "1" },
      { oldText: "two", newText: "2" },
    ];
    expect(textBefore("1 2", both)).toBe("one two");
    expect(textBefore("new\n", [{ oldText: null, newText: "new\n" }])).toBeNull();
  });

  it("is not guessed", () => {
    expect(textBefore("x x", [{ oldText: "y", newText: "x" }])).toBeUndefined();
    expect(textBefore("something else", [{ oldText: "y", newText: "x" }])).toBeUndefined();
    expect(textBefore("abc", [{ oldText: "b", newText: "" }])).toBeUndefined();
    expect(textBefore("same", [{ oldText: "same", newText: "same" }])).toBeUndefined();
  });

  it("is never wrong for a piece that stands once", () => {
    const word = fc.stringMatching(/^[a-m]{0,6}$/);
    fc.assert(
      fc.property(word, word, word, (head, old, tail) => {
        const newText = "XYZ";
        const before = textBefore(head + newText + tail, [{ oldText: old, newText }]);
        expect(before).toBe(head + old + tail);
      }),
    );
  });
});
