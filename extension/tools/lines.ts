// Lines of a text, or of a file too large to hold, as a result shows them.
import type { Files, Place } from "./ports.ts";
import type { Result } from "../message/result.ts";
import * as words from "./words.ts";

/** From 1, both included. */
export interface Lines {
  start: number;
  end: number;
}

export interface SomeLines {
  lines: string[];
  /** The number of the first. */
  start: number;
  /** The number of lines of the whole; `undefined` if it was not read to the end. */
  total: number | undefined;
  /** There was more in the range than fits. */
  isCut: boolean;
}

const BREAK = /\r\n|\n|\r/;

/** The lines of the range that fit into `limit` bytes; always at least the first. */
export function linesOf(text: string, { start, end }: Lines, limit: number): SomeLines {
  const all = text.split(BREAK);
  // A final line break does not start another line.
  if (all.length > 1 && all.at(-1) === "") all.pop();
  const wanted = all.slice(start - 1, end);
  const lines = fitting(wanted, limit);
  return { lines, start, total: all.length, isCut: lines.length < wanted.length };
}

function fitting(lines: readonly string[], limit: number): string[] {
  let room = limit;
  const kept: string[] = [];
  for (const line of lines) {
    room -= Buffer.byteLength(line) + 1;
    if (room < 0 && kept.length > 0) break;
    kept.push(line);
  }
  return kept;
}

const CHUNK = 1 << 18;

/** Scan at most this many bytes. */
const MOST_SCANNED = 1 << 28;

/** Reads the file in pieces, so that memory holds only the lines of the range. */
export async function linesOfLarge(
  files: Files,
  place: Place,
  { start, end }: Lines,
  limit: number,
  signal: AbortSignal,
): Promise<Result<SomeLines, string>> {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  let line = 1;
  let kept = "";
  for (let at = 0; at < MOST_SCANNED; at += CHUNK) {
    signal.throwIfAborted();
    const read = await files.read(place, { start: at, end: at + CHUNK });
    if (!read.ok) return read;
    const isLast = at + CHUNK >= read.value.size;
    const chunk = decoder.decode(read.value.bytes, { stream: !isLast });
    let from = 0;
    while (from < chunk.length && line <= end && kept.length <= limit) {
      const next = chunk.indexOf("\n", from);
      const to = next === -1 ? chunk.length : next + 1;
      if (line >= start) kept += chunk.slice(from, to);
      if (next !== -1) line += 1;
      from = to;
    }
    // The bytes of these lines are in another encoding, which cannot be told from a piece of the file.
    if (kept.includes("\uFFFD")) return { ok: false, failure: words.encodingUnknown };
    const isCut = kept.length > limit;
    if (line > end || isCut)
      return { ok: true, value: { ...linesOf(kept, ALL, limit), start, total: undefined, isCut } };
    if (isLast) {
      const found = kept === "" ? NONE : linesOf(kept, ALL, limit);
      return { ok: true, value: { ...found, start, total: line, isCut: false } };
    }
  }
  return { ok: false, failure: words.lineTooFar(start) };
}

const ALL: Lines = { start: 1, end: Infinity };
const NONE: SomeLines = { lines: [], start: 1, total: undefined, isCut: false };
