// A typed range of bytes: two offsets, both included, or an offset and a length; decimal or hexadecimal.
import type { ByteRange } from "../message/range.ts";
import type { Result } from "../message/result.ts";
import * as words from "./words.ts";

const NUMBER = String.raw`0x[0-9a-f]{1,13}|\d{1,15}`;
const TYPED = new RegExp(
  String.raw`^\s*(?<first>${NUMBER})\s*(?:(?:-|\.\.)\s*(?<last>${NUMBER})|\+\s*(?<length>${NUMBER}))?\s*$`,
  "i",
);

/** `0x100-0x1ff`, `256-511`, `0x100+256`, or one offset for one byte. The failure is for the person who types. */
export function parseByteRange(typed: string, size: number): Result<ByteRange, string> {
  const { first, last, length } = TYPED.exec(typed)?.groups ?? {};
  if (first === undefined) return { ok: false, failure: words.byteRangeForm };
  const start = Number(first);
  const end = length === undefined ? Number(last ?? first) + 1 : start + Number(length);
  if (end <= start) return { ok: false, failure: words.byteRangeEmpty };
  if (end > size) return { ok: false, failure: words.byteRangePast(size) };
  return { ok: true, value: { unit: "byte", start, end } };
}
