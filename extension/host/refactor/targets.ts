// What the user wants changed: each selection of the editor, or the place of its cursor.
import type * as vscode from "vscode";
import { type Lines, type Position, shareLines } from "../../pipelines/refactor/document.ts";
import type { Change } from "../../pipelines/refactor/follow.ts";

export interface Places {
  from: Position;
  to: Position;
}

const position = ({ line, character }: vscode.Position): Position => ({ line: line + 1, character });

/** In the order of the document; carets are dropped if something is selected. */
export function targetsOf({ selections }: vscode.TextEditor): Places[] {
  const chosen = selections.filter(({ isEmpty }) => !isEmpty);
  return (chosen.length > 0 ? chosen : selections.slice(0, 1))
    .toSorted((one, other) => one.start.compareTo(other.start))
    .map(({ start, end }) => ({ from: position(start), to: position(end) }));
}

/** A cursor. */
export function placesAt(at: vscode.Position): Places {
  return { from: position(at), to: position(at) };
}

export function changesOf(events: readonly vscode.TextDocumentContentChangeEvent[]): Change[] {
  return events.map(({ range, text }) => ({ from: position(range.start), to: position(range.end), text }));
}

/** The lines that a person sees as selected. */
export function linesOfPlaces({ from, to }: Places): Lines {
  const isOpenEnd = to.character === 0 && to.line > from.line;
  return { start: from.line, end: isOpenEnd ? to.line - 1 : to.line };
}

export function overlap(one: Places, other: Places): boolean {
  return shareLines(linesOfPlaces(one), linesOfPlaces(other));
}
