// The name of a document, for people and for the model: its path, and of a cell its number in the notebook.
import * as vscode from "vscode";
import { pathOf } from "../files/workspace.ts";
import * as words from "./words.ts";

/** A cell of a notebook is a document; `undefined` for every other, and for a cell that was deleted or closed. */
export function cellOf(document: vscode.TextDocument): vscode.NotebookCell | undefined {
  if (!isCell(document)) return undefined;
  return vscode.workspace.notebookDocuments
    .flatMap((notebook) => notebook.getCells())
    .find((cell) => cell.document === document);
}

export function isCell({ uri }: Pick<vscode.TextDocument, "uri">): boolean {
  return uri.scheme === "vscode-notebook-cell";
}

/** A cell that was deleted or closed has the name of its notebook. */
export function nameOf(document: vscode.TextDocument): string {
  if (!isCell(document)) return pathOf(document.uri);
  const cell = cellOf(document);
  if (cell === undefined) return pathOf(vscode.Uri.file(document.uri.path));
  return words.cell(pathOf(cell.notebook.uri), cell.index + 1);
}
