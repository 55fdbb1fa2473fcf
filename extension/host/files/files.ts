// Reads files for a message: unsaved text in an editor comes before the file on disk.
import * as vscode from "vscode";
import type { FileRead } from "../../acquire/facts.ts";
import { countLines, sliceText } from "../../acquire/slice.ts";
import { cachedSlice } from "../../disk/cached-slice.ts";
import { readDump } from "../../disk/dump.ts";
import { languageOf } from "../../disk/language.ts";
import type { FileTarget } from "../../message/file-target.ts";
import { isByteRange, type Range } from "../../message/range.ts";
import { wideMark } from "../../text/decode-text.ts";
import { decodingOf } from "./decoding.ts";
import { isFolder, readFolder } from "./folder.ts";
import { documentOf } from "./open-documents.ts";
import { fileRefInlineBytes } from "../settings/settings.ts";
import * as words from "./words.ts";
import { uriOf } from "./workspace.ts";

/** `most` is the limit in bytes. Without it, the setting for the file's folder counts. */
export async function readFile({ path, range }: FileTarget, most?: number): Promise<FileRead> {
  const uri = uriOf(path);
  if (uri === undefined) return { state: "unavailable", reason: words.noFolder };
  const limit = most ?? fileRefInlineBytes(uri);
  const open = await documentOf(uri);
  if (open !== undefined && (open.isDirty || open.isUntitled)) {
    return bounded(open.getText(), open.languageId, true, range, limit);
  }
  if (range === undefined && (await isFolder(uri))) return readFolder(uri);
  if (uri.scheme === "untitled") return { state: "unavailable", reason: words.untitledClosed };
  const read =
    uri.scheme === "file"
      ? await cachedSlice(uri.fsPath, range, limit, await decodingOf(uri))
      : await readVirtual(uri, range, limit);
  return read.state === "text" && open !== undefined ? { ...read, language: open.languageId } : read;
}

/** VS Code cannot read these files in pieces: small ones are read whole, large ones not at all. */
async function readVirtual(uri: vscode.Uri, range: Range | undefined, limit: number): Promise<FileRead> {
  const { size } = await vscode.workspace.fs.stat(uri);
  if (size > Math.max(limit, WHOLE_READ_BYTES)) return { state: "large", size };
  const bytes = await vscode.workspace.fs.readFile(uri);
  const part = (start: number, end: number): Promise<Uint8Array> => Promise.resolve(bytes.subarray(start, end));
  if (bytes.includes(0) && wideMark(bytes) === undefined) {
    const isDumped = range !== undefined && isByteRange(range);
    return isDumped ? readDump(range, bytes.length, part) : { state: "binary", size: bytes.length };
  }
  const text = await (await decodingOf(uri)).text(bytes);
  if (text === undefined) return { state: "binary", size: bytes.length, undecoded: true };
  return bounded(text, languageOf(uri.path), false, range, limit);
}

const WHOLE_READ_BYTES = 5 * 1024 * 1024;

function bounded(text: string, language: string, unsaved: boolean, range: Range | undefined, limit: number): FileRead {
  const slice = range === undefined ? { text, clamped: false } : { ...sliceText(text, range), lines: countLines(text) };
  const size = Buffer.byteLength(slice.text);
  return size > limit ? { state: "large", size } : { state: "text", language, unsaved, ...slice };
}
