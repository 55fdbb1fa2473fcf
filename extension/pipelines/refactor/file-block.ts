// The file as the model reads it: its imports, then the lines around the target with markers where the selection is.
import type { LineRange } from "../../message/range.ts";
import { scopeAtCaret } from "./caret.ts";
import { type DocumentLine, type Scope } from "./document.ts";
import { markersFor } from "./markers.ts";

/** A part of the file that goes into the request. */
export interface FileSlice {
  range: LineRange;
  text: string;
}

/** How much of the file goes with the target. */
export interface Around {
  /** Lines on each side. */
  lines: number;
  hasImports: boolean;
}

export const MOST_AROUND: Around = { lines: 150, hasImports: true };

/** Imports are looked for in this many lines. */
const IMPORT_LINES = 80;

const IMPORT =
  /^\s*(?:import\b|from\s+\S+\s+import\b|export\s.*\bfrom\b|use\s|using\s|#\s*include\b|#import\b|require(?:_relative|_once)?\b|include\b|package\b|namespace\b|(?:const|let|var)\s.*\brequire\(|@import\b|@use\b|open\s|alias\s|library\()/;

/** In the order of the file. The imports are left out if they stand among the lines around the target. */
export function fileSlices(text: string, scope: Scope, { lines, hasImports }: Around): FileSlice[] {
  const { start, end } = scopeAtCaret(scope);
  const from = Math.max(0, Math.min(start, scope.start) - lines);
  const to = Math.min(scope.lines.length, Math.max(end, scope.end) + lines);
  const around: FileSlice = { range: rangeOf(from, to, scope), text: marked(text, scope, from, to) };
  const imports = hasImports ? Math.min(from, importsEnd(scope.lines)) : 0;
  if (imports === 0) return [around];
  return [{ range: { start: 1, end: imports }, text: joined(scope.lines.slice(0, imports)) }, around];
}

function rangeOf(from: number, to: number, { lines }: Scope): LineRange {
  const start = Math.min(from + 1, lines.length);
  return { start, end: Math.max(start, to) };
}

/** Behind the last import; one of several lines ends where its bracket closes. */
function importsEnd(lines: readonly DocumentLine[]): number {
  const top = lines.slice(0, IMPORT_LINES).map((line) => line.text);
  const last = top.findLastIndex((line) => IMPORT.test(line));
  if (last < 0) return 0;
  const opens = /[{(]\s*$/.test(top[last] ?? "");
  const closing = opens ? top.findIndex((line, at) => at > last && /^\s*[)}]/.test(line)) : last;
  return (closing < 0 ? last : closing) + 1;
}

function joined(lines: readonly DocumentLine[]): string {
  return lines.map((line, at) => (at === lines.length - 1 ? line.text : line.text + line.end)).join("");
}

/** Whole lines have the markers above and below them; a selection within lines has them in its lines. */
function marked(text: string, scope: Scope, from: number, to: number): string {
  const { lines, start, end, before, after, isCaret } = scope;
  const { open, close, caret } = markersFor(text);
  const head = lines.slice(from, start).map((line) => line.text + line.end);
  const tail = joined(lines.slice(end, to));
  if (isCaret && start === end) return `${head.join("")}${caret}\n${tail}`;
  const own = joined(lines.slice(start, end));
  const selected = own.slice(before.length, own.length - after.length);
  const rest = end < to ? `${lines[end - 1]?.end ?? ""}${tail}` : "";
  if (isCaret) return `${head.join("")}${before}${caret}${after === "" ? own.slice(before.length) : after}${rest}`;
  if (before === "" && after === "") return `${head.join("")}${open}\n${selected}\n${close}${rest}`;
  return `${head.join("")}${before}${open}${selected}${close}${after}${rest}`;
}
