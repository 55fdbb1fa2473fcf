// The words of a part, for one line: its text, or the name its chip has in the input.
import { fileTargetOf } from "../message/file-target.ts";
import type { Part } from "../message/part.ts";
import { isByteRange, linesText } from "../message/range.ts";

export function wordsOf(part: Part): string {
  if (part.type === "text") return part.text;
  if (part.type === "file-attachment") return part.name;
  if (part.type === "command") return part.id;
  const target = fileTargetOf(part);
  if (target === undefined) return "";
  const name = target.path.slice(target.path.lastIndexOf("/") + 1);
  const { range } = target;
  return range === undefined || isByteRange(range) ? name : `${name}:${linesText(range)}`;
}

const LINE_LENGTH = 100;

export function oneLine(text: string): string {
  const line = text.trim().replace(/\s+/g, " ");
  return line.length > LINE_LENGTH ? `${line.slice(0, LINE_LENGTH - 1)}…` : line;
}
