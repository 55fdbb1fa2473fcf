// How text-shaped parts read for the model: labels, fences and markers that no content can break out of.
import type { EditorContext } from "../message/part.ts";
import { isByteRange, type Range } from "../message/range.ts";
import type { FolderFact } from "../message/snapshot.ts";
import { toYamlLike } from "./yaml-like.ts";
import * as words from "./words.ts";

/** A label line, then a fence longer than any fence inside; the content stands verbatim. */
export function fileText(
  path: string,
  range: Range | undefined,
  notes: readonly string[],
  language: string,
  content: string,
): string {
  return `${fileLabel(path, range, notes)}\n${fenced(content, language)}`;
}

export function fenced(content: string, language: string): string {
  const fence = "`".repeat(Math.max(3, longestRun(content) + 1));
  return `${fence}${language}\n${content}\n${fence}`;
}

/** The listing in a fence, under a label that says what was omitted. */
export function folderText(path: string, { listed, cut, is_more }: FolderFact, listing: string): string {
  return `${words.folderLabel(path, listed, listed + cut, is_more)}\n${fenced(listing, "")}`;
}

/** `File: PATH (lines A-B)`. */
export function fileLabel(path: string, range: Range | undefined, notes: readonly string[]): string {
  const details = [...(range === undefined ? [] : [rangeWords(range)]), ...notes];
  return words.fileLabel(path, details);
}

function rangeWords(range: Range): string {
  return isByteRange(range) ? words.bytes(range.start, range.end) : words.lines(range.start, range.end);
}

/** `src/a.ts:10-25`, as people write it. */
export function placeName(path: string, range: Range | undefined): string {
  if (range === undefined) return path;
  return isByteRange(range) ? `${path}@${range.start}-${range.end}` : `${path}:${range.start}-${range.end}`;
}

export function editorContextText({
  kind,
  source,
  payload,
}: Pick<EditorContext, "kind" | "source" | "payload">): string {
  const from = source === undefined ? "" : ` source="${escapeAttribute(source)}"`;
  const body = typeof payload === "string" ? payload : toYamlLike(payload);
  return `<editor_context kind="${escapeAttribute(kind)}"${from}>${neutralise(body)}</editor_context>`;
}

function escapeAttribute(value: string): string {
  return value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

/** So that no payload can end its own block. */
function neutralise(body: string): string {
  return body.replace(/<(?=\/editor_context)/gi, "<\\");
}

function longestRun(content: string): number {
  let longest = 0;
  for (const run of content.matchAll(/`{3,}/g)) longest = Math.max(longest, run[0].length);
  return longest;
}
