// Cuts a text to a range: lines as the gutter counts them, or bytes; past the end it clamps and says so.
import { type ByteRange, isByteRange, type LineRange, type Range } from "../message/range.ts";

export interface Slice {
  text: string;
  /** The range that was really there. */
  range: Range;
  clamped: boolean;
}

export function sliceText(text: string, range: Range): Slice {
  return isByteRange(range) ? sliceBytes(text, range) : sliceLines(text, range);
}

/** The lines with the breaks between them verbatim, without the break after the last. */
export function sliceLines(text: string, range: LineRange): Slice {
  const starts = lineStarts(text);
  const end = Math.min(range.end, starts.length);
  const start = Math.min(range.start, end);
  const from = starts[start - 1] ?? 0;
  const next = starts[end];
  const cut = text.slice(from, next ?? text.length);
  return {
    text: next === undefined ? cut : cut.replace(/\r?\n$|\r$/, ""),
    range: { start, end },
    clamped: end !== range.end || start !== range.start,
  };
}

/** As the gutter counts them. */
export function countLines(text: string): number {
  return lineStarts(text).length;
}

/** Where each line begins. `\r\n`, `\n` and a lone `\r` end a line, as in the editor. */
function lineStarts(text: string): number[] {
  const starts = [0];
  for (const match of text.matchAll(/\r\n|\n|\r/g)) starts.push(match.index + match[0].length);
  return starts;
}

/** Never cuts a character in two: omits one that crosses an edge of the range. */
export function sliceBytes(text: string, range: ByteRange): Slice {
  const bytes = new TextEncoder().encode(text);
  const isContinuation = (at: number): boolean => ((bytes[at] ?? 0) & 0xc0) === 0x80;
  const stop = Math.min(range.end, bytes.length);
  let end = stop;
  let start = Math.min(range.start, end);
  while (start < end && isContinuation(start)) start += 1;
  while (end > start && end < bytes.length && isContinuation(end)) end -= 1;
  return {
    text: new TextDecoder().decode(bytes.subarray(start, end)),
    range: { unit: "byte", start, end },
    clamped: stop !== range.end || range.start > stop,
  };
}
