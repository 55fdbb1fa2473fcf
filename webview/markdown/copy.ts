// A message as text for the clipboard: plain, or Markdown with a link for each chip.
import { fileTargetOf } from "../../extension/message/file-target.ts";
import { textOfUnknown, type Part } from "../../extension/message/part.ts";
import { isByteRange, linesText } from "../../extension/message/range.ts";
import { readPart } from "../../extension/message/versions/version.ts";
import { hrefOf } from "../../extension/text/paths/place.ts";
import { faceOf } from "../editor/chips/face.ts";
import type { Entry } from "../state/shown-conversation.svelte.ts";

export function textOf(entry: Entry): string {
  return entry.role === "user" ? said(entry.parts, plainPart) : plain(answerText(entry));
}

export function markdownOf(entry: Entry): string {
  return entry.role === "user" ? said(entry.parts, markdownPart) : answerText(entry);
}

function said(parts: unknown[], words: (part: Part) => string): string {
  return parts.map((part) => words(readPart(part))).join("");
}

function answerText(entry: Extract<Entry, { role: "assistant" }>): string {
  return entry.shown.parts.flatMap((part) => (part.type === "text" ? [part.text.trim()] : [])).join("\n\n");
}

/** Without the marks that only markdown needs: emphasis, headings, links, inline code. Code blocks stay as they are. */
function plain(markdown: string): string {
  return markdown
    .split(/^( {0,3}(?:```|~~~)[^\n]*\n[\s\S]*?^ {0,3}(?:```|~~~)[ \t]*$)/m)
    .map((piece, index) => (index % 2 === 1 ? piece.replace(/^[^\n]*\n|\n?[^\n]*$/g, "") : plainProse(piece)))
    .join("");
}

function plainProse(text: string): string {
  return text
    .replace(/^ {0,3}#{1,6} +/gm, "")
    .replace(/!?\[([^\]\n]*)\]\([^)\n]*\)/g, "$1")
    .replace(/(\*\*|__)(?=\S)(.+?)(?<=\S)\1/g, "$2")
    .replace(/(?<![\w*])\*(?=[^\s*])([^*\n]+?)\*(?![\w*])/g, "$1")
    .replace(/`([^`\n]+)`/g, "$1");
}

function plainPart(part: Part): string {
  if (part.type === "text") return part.text;
  if (part.type === "unknown") return textOfUnknown(part);
  return faceOf(part, undefined).text;
}

function markdownPart(part: Part): string {
  const target = fileTargetOf(part);
  if (target === undefined) return plainPart(part);
  const { path, range } = target;
  if (range === undefined || isByteRange(range)) return `[${path}](${hrefOf({ path })})`;
  return `[${path}:${linesText(range)}](${hrefOf({ path, range })})`;
}
