// Reads a file, or a range of one, without ever holding more than the limit in memory.
import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import type { FileRead } from "../acquire/facts.ts";
import { countLines, sliceLines } from "../acquire/slice.ts";
import { type ByteRange, isByteRange, type LineRange, type Range } from "../message/range.ts";
import { decodeUtf8, type Decoding, wholeCharacters, wideMark } from "../text/decode-text.ts";
import { readDump } from "./dump.ts";
import { languageOf } from "./language.ts";
import { isPdf, readMedia } from "./media.ts";
import * as words from "./words.ts";

const SNIFF_BYTES = 8192;

/** Larger files in another encoding are not decoded: that needs all of their bytes. */
const DECODED_BYTES = 5 * 1024 * 1024;

/** `limit` bounds what is read whole and what a range may amount to; a small range of a huge file is fine. */
export async function readSlice(
  path: string,
  range: Range | undefined,
  limit: number,
  decoding: Decoding,
): Promise<FileRead> {
  const info = await stat(path).catch((error: unknown) => statFailure(error));
  if (typeof info === "string") return { state: "unavailable", reason: info };
  if (info.isDirectory()) return { state: "unavailable", reason: words.folder };
  if (!info.isFile()) return { state: "unavailable", reason: words.notRegular };
  const { size } = info;
  if (await isBinary(path)) {
    if (range === undefined) return readMedia(path, size);
    return isByteRange(range)
      ? readDump(range, size, (start, end) => bytesOf(path, start, end))
      : { state: "binary", size };
  }
  if (range === undefined && size > limit) return { state: "large", size };
  if (range !== undefined && isByteRange(range)) return readBytes(path, range, size, limit, decoding);
  if (range === undefined || size <= limit) return readWhole(path, range, limit, decoding);
  const read = await readLines(path, range.start, range.end, size, limit);
  const isPlain = read.state !== "text" || !read.text.includes("\uFFFD");
  if (isPlain) return read;
  return size <= DECODED_BYTES ? readWhole(path, range, limit, decoding) : undecoded(size);
}

async function readWhole(
  path: string,
  range: LineRange | undefined,
  limit: number,
  decoding: Decoding,
): Promise<FileRead> {
  const bytes = await readFile(path);
  const text = await decoding.text(bytes);
  if (text === undefined) return undecoded(bytes.length);
  const slice =
    range === undefined ? { text, clamped: false } : { ...sliceLines(text, range), lines: countLines(text) };
  const size = Buffer.byteLength(slice.text);
  if (range !== undefined && size > limit) return { state: "large", size };
  return { state: "text", language: languageOf(path), unsaved: false, ...slice };
}

function undecoded(size: number): FileRead {
  return { state: "binary", size, undecoded: true };
}

/** Of the bytes on disk, whatever their encoding. Omits a character that crosses an edge of the range. */
async function readBytes(
  path: string,
  range: ByteRange,
  size: number,
  limit: number,
  decoding: Decoding,
): Promise<FileRead> {
  const end = Math.min(range.end, size);
  const start = Math.min(range.start, end);
  if (end - start > limit) return { state: "large", size: end - start };
  // With the characters that cross its edges, to tell whether the file is UTF-8.
  const before = Math.min(start, CHARACTER_BYTES);
  const around = await bytesOf(path, start - before, Math.min(end + CHARACTER_BYTES, size));
  const isUtf8 = decodeUtf8(around.subarray(...edges(around, before > 0, end + CHARACTER_BYTES < size))) !== undefined;
  const bytes = around.subarray(before, before + end - start);
  const kept = isUtf8 ? wholeCharacters(bytes) : { start: 0, end: bytes.length };
  const text = await decoding.text(bytes.subarray(kept.start, kept.end));
  if (text === undefined) return undecoded(size);
  return {
    state: "text",
    text,
    language: languageOf(path),
    range: { unit: "byte", start: start + kept.start, end: start + kept.end },
    unsaved: false,
    clamped: end !== range.end || start !== range.start,
  };
}

/** The longest in UTF-8, less one. */
const CHARACTER_BYTES = 3;

function edges(bytes: Uint8Array, isCutBefore: boolean, isCutAfter: boolean): [start: number, end: number] {
  const { start, end } = wholeCharacters(bytes);
  return [isCutBefore ? start : 0, isCutAfter ? end : bytes.length];
}

async function bytesOf(path: string, start: number, end: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  if (end > start)
    for await (const chunk of createReadStream(path, { start, end: end - 1 })) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
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

/** A NUL near the start, which only UTF-16 has among the texts, or the mark of a PDF. */
async function isBinary(path: string): Promise<boolean> {
  for await (const chunk of createReadStream(path, { end: SNIFF_BYTES - 1 })) {
    const head = chunk as Buffer;
    if (isPdf(head)) return true;
    if (head.includes(0)) return wideMark(head) === undefined;
  }
  return false;
}

function statFailure(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOENT" || code === "ENOTDIR") return words.missing;
  if (code === "EACCES" || code === "EPERM") return words.denied;
  return error instanceof Error ? error.message : String(error);
}
