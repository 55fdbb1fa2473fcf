// What the editor knows: selections as parts, and places shown again.
import * as vscode from "vscode";
import type { FileRef } from "../message/part.ts";
import { isByteRange, type LineRange, type Range } from "../message/range.ts";
import { pathOf, uriOf } from "./workspace.ts";

/** One part per selection, in document order; with nothing selected, the whole file. */
export function selectionParts(editor: vscode.TextEditor): FileRef[] {
  const path = pathOf(editor.document.uri);
  const selected = editor.selections.filter((selection) => !selection.isEmpty);
  if (selected.length === 0) return [{ type: "file-ref", ref: { kind: "path", path } }];
  const ordered = [...selected].sort((a, b) => a.start.compareTo(b.start)).map(linesOf);
  const distinct = ordered.filter((range, at) => at === 0 || !isSame(range, ordered[at - 1]));
  return distinct.map((range) => ({ type: "file-ref", ref: { kind: "path", path, range } }));
}

/** As the gutter counts. A selection that ends before the first character of a line does not include that line. */
export function linesOf({ start, end }: vscode.Selection): LineRange {
  const last = end.character === 0 && end.line > start.line ? end.line - 1 : end.line;
  return { start: start.line + 1, end: last + 1 };
}

function isSame(a: LineRange, b: LineRange | undefined): boolean {
  return b !== undefined && a.start === b.start && a.end === b.end;
}

/** Rejects with the editor's own words when the place is gone. */
export async function showPlace(path: string, range: Range | undefined): Promise<void> {
  const uri = uriOf(path);
  if (uri === undefined) throw new Error(`No folder is open that could hold ${path}.`);
  const document = await vscode.workspace.openTextDocument(uri);
  const selection = range === undefined ? undefined : selectionOf(document, range);
  await vscode.window.showTextDocument(document, selection === undefined ? {} : { selection });
}

function selectionOf(document: vscode.TextDocument, range: Range): vscode.Range {
  if (isByteRange(range)) {
    const before = Buffer.from(document.getText());
    const position = (byte: number): vscode.Position =>
      document.positionAt(before.subarray(0, byte).toString("utf8").length);
    return new vscode.Range(position(range.start), position(range.end));
  }
  const last = document.lineAt(Math.min(range.end, document.lineCount) - 1);
  return new vscode.Range(new vscode.Position(Math.min(range.start, document.lineCount) - 1, 0), last.range.end);
}
