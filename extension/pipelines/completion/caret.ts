// Where the caret stands in a document: its line, what is before and after it, and how the document ends its lines.

/** Lines count from 1, characters are UTF-16 units from 0, as the editor counts them. */
export interface Position {
  line: number;
  character: number;
}

export interface Caret {
  text: string;
  offset: number;
  /** What stands on the caret's line before and after it. */
  before: string;
  after: string;
  /** Where the line of the caret begins and where it ends, without its line end. */
  start: number;
  end: number;
  eol: "\n" | "\r\n";
}

export function caretAt(text: string, offset: number): Caret {
  const start = lineStart(text, offset);
  const end = lineEnd(text, offset, Math.min(text.length, offset + MOST_LINE));
  return {
    text,
    offset,
    before: text.slice(start, offset),
    after: text.slice(offset, end),
    start,
    end,
    eol: eolNear(text, start, end),
  };
}

/** A longer line is read only so far: that of a minified file. */
const MOST_LINE = 100_000;

function lineStart(text: string, offset: number): number {
  const least = Math.max(0, offset - MOST_LINE);
  for (let at = offset; at > least; at -= 1) if (text[at - 1] === "\n" || text[at - 1] === "\r") return at;
  return least;
}

function lineEnd(text: string, offset: number, most = text.length): number {
  for (let at = offset; at < most; at += 1) if (text[at] === "\n" || text[at] === "\r") return at;
  return most;
}

/** As the line of the caret ends, or else the one before it, or else the first. */
function eolNear(text: string, start: number, end: number): "\n" | "\r\n" {
  if (end < text.length) return text.startsWith("\r\n", end) ? "\r\n" : "\n";
  return start >= 2 && text.slice(start - 2, start) === "\r\n" ? "\r\n" : "\n";
}

/** `undefined` if the document has no such place. */
export function offsetAt(text: string, { line, character }: Position): number | undefined {
  let start = 0;
  for (let at = 1; at < line; at += 1) {
    const end = lineEnd(text, start);
    if (end === text.length) return undefined;
    start = end + (text.startsWith("\r\n", end) ? 2 : 1);
  }
  const offset = start + character;
  return character >= 0 && offset <= lineEnd(text, start) ? offset : undefined;
}

export function positionAt(text: string, offset: number): Position {
  let line = 1;
  let start = 0;
  for (;;) {
    const end = lineEnd(text, start);
    const next = end + (text.startsWith("\r\n", end) ? 2 : 1);
    if (offset <= end || end === text.length || offset < next) return { line, character: offset - start };
    line += 1;
    start = next;
  }
}

/** The lines below the caret's line, without their ends, at most so many. */
export function linesBelow({ text, end }: Caret, most: number): string[] {
  return text
    .slice(end, end + MOST_NEAR)
    .split(/\r\n|\n|\r/)
    .slice(1, most + 1);
}

/** The lines above the caret's line, the nearest last, at most so many. */
export function linesAbove({ text, start }: Caret, most: number): string[] {
  const lines = text.slice(Math.max(0, start - MOST_NEAR), start).split(/\r\n|\n|\r/);
  return lines.slice(0, -1).slice(-most);
}

/** What is farther away than this, in characters, is not near the caret. */
const MOST_NEAR = 20_000;

export function indentOf(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}

/** In columns; a tab counts four. */
export function widthOf(indent: string): number {
  let width = 0;
  for (const sign of indent) width += sign === "\t" ? 4 : 1;
  return width;
}

export function isBlank(line: string): boolean {
  return line.trim() === "";
}
