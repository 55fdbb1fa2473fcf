// Lines of an editor as a message counts them, and places shown again.
import * as vscode from "vscode";
import { isByteRange, type LineRange, type Range } from "../message/range.ts";
import { uriOf } from "./workspace.ts";

/** As the gutter counts. A selection that ends before the first character of a line does not include that line. */
export function linesOf({ start, end }: vscode.Selection): LineRange {
  const last = end.character === 0 && end.line > start.line ? end.line - 1 : end.line;
  return { start: start.line + 1, end: last + 1 };
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
