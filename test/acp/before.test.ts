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

  it("has the file's line breaks, whichever the agent reports", () => {
    const windows = "a\r\nnew\r\nb\r\n";
    expect(textBefore(windows, [{ oldText: "a\nold\nb\n", newText: "a\nnew\nb\n" }])).toBe("a\r\nold\r\nb\r\n");
    expect(textBefore(windows, [{ oldText: "o\nld\n", newText: "new\n" }])).toBe("a\r\no\r\nld\r\nb\r\n");
    expect(textBefore(windows, [{ oldText: "o\nld", newText: "new" }])).toBe("a\r\no\r\nld\r\nb\r\n");
    expect(textBefore(`\ufeff${windows}`, [{ oldText: "a\n", newText: "a\nnew\nb\n" }])).toBe("\ufeffa\r\n");
    expect(textBefore("a\nnew\n", [{ oldText: "a\r\nold\r\n", newText: "a\r\nnew\r\n" }])).toBe("a\nold\n");
    const both = [
      { oldText: "one\n", newText: "1\n" },
      { oldText: "two\n", newText: "2\n" },
    ];
    expect(textBefore("1\r\n2\r\n", both)).toBe("one\r\ntwo\r\n");
    expect(textBefore("new\r\n", [{ oldText: null, newText: "new\n" }])).toBeNull();
  });

  it("keeps the breaks around a change as they are, and is not guessed where both kinds are inside", () => {
    expect(textBefore("a\nb\nnew\r\nc\r\n", [{ oldText: "old\nc\n", newText: "new\nc\n" }])).toBe("a\nb\nold\r\nc\r\n");
    expect(textBefore("a\nnew\r\n", [{ oldText: "b\n", newText: "a\r\nnew\n" }])).toBeUndefined();
  });

  it("is as the agent says where the change is of the breaks themselves", () => {
    expect(textBefore("a\nb\n", [{ oldText: "a\r\nb\r\n", newText: "a\nb\n" }])).toBe("a\r\nb\r\n");
    expect(textBefore("a\r\n", [{ oldText: "a\n", newText: "a\r\n" }])).toBe("a\n");
  });

  it("is the same bytes, whatever the file and the report end their lines with", () => {
    const lines = fc.array(fc.stringMatching(/^[a-m]{1,5}$/), { minLength: 1, maxLength: 5 });
    const eol = fc.constantFrom("\n", "\r\n");
    fc.assert(
      fc.property(lines, lines, lines, eol, eol, (head, old, tail, inFile, reported) => {
        const fresh = ["XYZ", "ZYX"];
        const file = (middle: string[]): string => [...head, ...middle, ...tail, ""].join(inFile);
        const told = { oldText: old.join(reported), newText: fresh.join(reported) };
        expect(textBefore(file(fresh), [told])).toBe(file(old));
      }),
    );
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
