// Lines of a document that keep their place while the user writes elsewhere: the target of a request, and what it changed.
import { type Lines, linesOf, type Position } from "./document.ts";

/** The text between two places was replaced; lines count from 1. */
export interface Change {
  from: Position;
  to: Position;
  text: string;
}

/** A stretch that a proposal changed: where it is now, and what stood there before. An empty one was deleted. */
export interface Hunk {
  lines: Lines;
  /** The whole lines before, with their line ends; empty if the lines are new. */
  old: string;
}

/** `undefined` if the user has changed the text between the two places. */
export function followPlaces(
  target: { from: Position; to: Position },
  changes: readonly Change[],
): { from: Position; to: Position } | undefined {
  let now: { from: Position; to: Position } | undefined = target;
  for (const change of inOrder(changes)) {
    if (now === undefined) return undefined;
    if (isBefore(now.to, change.from) && !isSame(now.to, change.from)) continue;
    if (isBefore(change.to, now.from)) now = { from: moved(now.from, change), to: moved(now.to, change) };
    else if (!isSame(change.from, now.to)) now = undefined;
  }
  return now;
}

/**
 * What the user writes within a hunk belongs to it. A hunk ends if its lines are joined with others, or removed with
 * them: an undo of it would take along what is the user's. It also ends if its deleted lines are back.
 */
export function followHunks<One extends Hunk>(hunks: readonly One[], changes: readonly Change[]): One[] {
  return inOrder(changes).reduce<readonly One[]>(
    (left, change) =>
      left.flatMap((hunk) => {
        const lines = isBack(hunk, change) ? undefined : followLines(hunk.lines, change);
        return lines === undefined ? [] : [{ ...hunk, lines }];
      }),
    hunks,
  ) as One[];
}

/** The editor's own undo puts deleted lines where they were. */
function isBack({ lines: { start, end }, old }: Hunk, { from, to, text }: Change): boolean {
  const place = { line: start, character: 0 };
  return end < start && isSame(from, place) && isSame(to, place) && text === old;
}

function followLines({ start, end }: Lines, { from, to, text }: Change): Lines | undefined {
  const delta = linesOf(text).length - 1 - (to.line - from.line);
  const isWhole = /[\r\n]$/.test(text) || (text === "" && from.character === 0);
  const endsBefore = (line: number): boolean => to.line < line || (to.line === line && to.character === 0 && isWhole);
  if (endsBefore(start)) return { start: start + delta, end: end + delta };
  // The place of deleted lines is before its line: what is written there leaves it where it is.
  if (from.line > end) return { start, end };
  const isWithin = from.line >= start && (to.line <= end || endsBefore(end + 1));
  return isWithin ? { start, end: end + delta } : undefined;
}

/** From the end of the document on, as the editor reports them: each counts in the text before all of them. */
function inOrder(changes: readonly Change[]): Change[] {
  return changes.toSorted((one, other) => (isBefore(one.from, other.from) ? 1 : -1));
}

function isBefore(one: Position, other: Position): boolean {
  return one.line < other.line || (one.line === other.line && one.character <= other.character);
}

function isSame(one: Position, other: Position): boolean {
  return one.line === other.line && one.character === other.character;
}

/** Of a place at or after the end of the change. */
function moved({ line, character }: Position, { from, to, text }: Change): Position {
  const written = linesOf(text);
  const last = written.at(-1)?.text.length ?? 0;
  if (line > to.line) return { line: line + from.line + written.length - 1 - to.line, character };
  const start = written.length === 1 ? from.character + last : last;
  return { line: from.line + written.length - 1, character: start + character - to.character };
}
