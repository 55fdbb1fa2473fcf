// Reads a file, or a range of one, without ever holding more than the limit in memory.
import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import type { FileRead } from "../acquire/facts.ts";
import { countLines, sliceText } from "../acquire/slice.ts";
import { isByteRange, type Range } from "../message/range.ts";
import { languageOf } from "./language.ts";
import { isPdf, readMedia } from "./media.ts";
import * as words from "./words.ts";

const SNIFF_BYTES = 8192;

/** `limit` bounds what is read whole and what a range may amount to; a small range of a huge file is fine. */
export async function readSlice(path: string, range: Range | undefined, limit: number): Promise<FileRead> {
  const info = await stat(path).catch((error: unknown) => statFailure(error));
  if (typeof info === "string") return { state: "unavailable", reason: info };
  if (info.isDirectory()) return { state: "unavailable", reason: words.folder };
  if (!info.isFile()) return { state: "unavailable", reason: words.notRegular };
  if (await isBinary(path))
    return range === undefined ? readMedia(path, info.size) : { state: "binary", size: info.size };
  if (info.size <= limit) return toRead(await readFile(path, "utf8"), path, range);
  if (range === undefined) return { state: "large", size: info.size };
  return isByteRange(range)
    ? readBytes(path, range, info.size, limit)
    : readLines(path, range.start, range.end, info.size, limit);
}

function toRead(text: string, path: string, range: Range | undefined): FileRead {
  const language = languageOf(path);
  if (range === undefined) return { state: "text", text, language, unsaved: false, clamped: false };
  return { state: "text", language, unsaved: false, ...sliceText(text, range), lines: countLines(text) };
}

async function readBytes(
  path: string,
  range: { unit: "byte"; start: number; end: number },
  size: number,
  limit: number,
): Promise<FileRead> {
  const end = Math.min(range.end, size);
  const start = Math.min(range.start, end);
  if (end - start > limit) return { state: "large", size: end - start };
  const chunks: Buffer[] = [];
  if (end > start)
    for await (const chunk of createReadStream(path, { start, end: end - 1 })) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString("utf8");
  const clamped = end !== range.end || start !== range.start;
  return {
    state: "text",
    text,
    language: languageOf(path),
    range: { unit: "byte", start, end },
    unsaved: false,
    clamped,
  };
}

/** Streams to the end line and stops there; keeps only the lines asked for, and the last line in case all lie past it. */
async function readLines(path: string, start: number, end: number, size: number, limit: number): Promise<FileRead> {
  let line = 1;
  let kept = "";
  let last = "";
  let keptFrom = start;
  const stream = createReadStream(path, { encoding: "utf8", highWaterMark: 1 << 18 });
  for await (const chunk of stream as AsyncIterable<string>) {
    let from = 0;
    while (from < chunk.length && line <= end) {
      const at = chunk.indexOf("\n", from);
      const to = at === -1 ? chunk.length : at + 1;
      const piece = chunk.slice(from, to);
      if (line >= start) kept += piece;
      else last = last.endsWith("\n") ? piece : (last + piece).slice(-limit);
      if (at !== -1) line += 1;
      from = to;
    }
    if (kept.length > limit) return { state: "large", size };
    if (line > end) break;
  }
  const clamped = line <= end;
  if (line < start) {
    kept = last;
    keptFrom = line;
  }
  return {
    state: "text",
    text: clamped ? kept : kept.replace(/\r?\n$/, ""),
    language: languageOf(path),
    range: { start: keptFrom, end: Math.min(end, line) },
    unsaved: false,
    clamped,
    ...(clamped && { lines: line }),
  };
}

/** A NUL near the start, which no text encoding that Galley sends has, or the mark of a PDF. */
async function isBinary(path: string): Promise<boolean> {
  for await (const chunk of createReadStream(path, { end: SNIFF_BYTES - 1 })) {
    if ((chunk as Buffer).includes(0) || isPdf(chunk as Buffer)) return true;
  }
  return false;
}

function statFailure(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOENT" || code === "ENOTDIR") return words.missing;
  if (code === "EACCES" || code === "EPERM") return words.denied;
  return error instanceof Error ? error.message : String(error);
}
