// Grows and shrinks the lines that a chip refers to.
import { isByteRange, type LineRange, type Range } from "../../../extension/message/range.ts";
import type { ChipPart } from "../schema.ts";

/** How many lines one step adds or removes. */
const STEP = 5;

export type Edge = "start" | "end";

/** `undefined` if the chip refers to no lines, or to a whole file. */
export function linesOf(part: ChipPart): LineRange | undefined {
  const range = rangeOf(part);
  return range === undefined || isByteRange(range) ? undefined : range;
}

/** Adds one step at an edge, not past the file's last line if known. `undefined` if nothing would change. */
export function moreLines(part: ChipPart, edge: Edge, last: number | undefined): ChipPart | undefined {
  const lines = linesOf(part);
  if (lines === undefined) return undefined;
  const { start, end } = lines;
  const to = Math.max(end, Math.min(end + STEP, last ?? Infinity));
  return changed(part, lines, edge === "end" ? { start, end: to } : { start: Math.max(1, start - STEP), end });
}

/** Removes one step at an edge, but never the last line. */
export function fewerLines(part: ChipPart, edge: Edge, last: number | undefined): ChipPart | undefined {
  const lines = linesOf(part);
  if (lines === undefined) return undefined;
  const { start } = lines;
  // Clamp to the end of the file, so that a step always removes real lines.
  const end = Math.max(start, Math.min(lines.end, last ?? Infinity));
  const less =
    edge === "end" ? { start, end: Math.max(start, end - STEP) } : { start: Math.min(end, start + STEP), end };
  return changed(part, lines, less);
}

/** `undefined` if the chip already refers to the whole file, or to no file. */
export function wholeFile(part: ChipPart): ChipPart | undefined {
  return rangeOf(part) === undefined ? undefined : withRange(part, undefined);
}

function changed(part: ChipPart, from: LineRange, to: LineRange): ChipPart | undefined {
  return from.start === to.start && from.end === to.end ? undefined : withRange(part, to);
}

function rangeOf(part: ChipPart): Range | undefined {
  if (part.type === "file-ref" && part.ref.kind === "path") return part.ref.range;
  return part.type === "mention" && part.target.kind === "file" ? part.target.range : undefined;
}

function withRange(part: ChipPart, range: LineRange | undefined): ChipPart {
  const place = (path: string) => (range === undefined ? { path } : { path, range });
  if (part.type === "file-ref" && part.ref.kind === "path")
    return { ...part, ref: { kind: "path", ...place(part.ref.path) } };
  if (part.type === "mention" && part.target.kind === "file")
    return { ...part, target: { kind: "file", ...place(part.target.path) } };
  return part;
}
