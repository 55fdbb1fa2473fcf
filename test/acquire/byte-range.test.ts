import { describe, expect, it } from "vitest";
import { parseByteRange } from "../../extension/acquire/byte-range.ts";

describe("a typed range of bytes", () => {
  it.each([
    ["0x100-0x1ff", 256, 512],
    ["256-511", 256, 512],
    [" 0x100 .. 0x1FF ", 256, 512],
    ["0x100+256", 256, 512],
    ["0", 0, 1],
    ["1023", 1023, 1024],
  ])("%s names its bytes, the last one included", (typed, start, end) => {
    expect(parseByteRange(typed, 1024)).toEqual({ ok: true, value: { unit: "byte", start, end } });
  });

  it.each([
    ["", /Enter two offsets/],
    ["all", /Enter two offsets/],
    ["-5", /Enter two offsets/],
    ["1-2-3", /Enter two offsets/],
    ["9-3", /empty/],
    ["5+0", /empty/],
    ["0-1024", /has 1024 bytes.*1023 \(0x3ff\)/],
    ["0x1000", /has 1024 bytes/],
    ["999999999999999-999999999999999", /has 1024 bytes/],
  ])("%s is refused with what to enter", (typed, words) => {
    const read = parseByteRange(typed, 1024);
    expect(read.ok ? "" : read.failure).toMatch(words);
  });
});
