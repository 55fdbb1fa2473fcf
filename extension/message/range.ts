// A slice of a file: lines as the gutter shows them, or bytes.
import * as z from "zod/mini";
import * as words from "./words.ts";

/** 1-based and inclusive. Never empty, never inverted: such a range is refused when it is made. */
export const LineRange = z
  .strictObject({ start: z.int().check(z.gte(1)), end: z.int().check(z.gte(1)) })
  .check(z.refine((range) => range.start <= range.end, words.invertedLines));
export type LineRange = z.infer<typeof LineRange>;

/** 0-based, end exclusive. */
export const ByteRange = z
  .strictObject({ unit: z.literal("byte"), start: z.int().check(z.gte(0)), end: z.int().check(z.gte(0)) })
  .check(z.refine((range) => range.start < range.end, words.invertedBytes));
export type ByteRange = z.infer<typeof ByteRange>;

export const Range = z.union([LineRange, ByteRange]);
export type Range = z.infer<typeof Range>;

export function isByteRange(range: Range): range is ByteRange {
  return "unit" in range;
}

/** `10-25`, or `10` for one line, as people write it. */
export function linesText({ start, end }: LineRange): string {
  return start === end ? String(start) : `${start}-${end}`;
}
