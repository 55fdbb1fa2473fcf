// What a document is: its name for people and for the model, the cell it may be, and whether it can be written.
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

/** Not what only an extension shows: a side of a comparison, an output. Such a document has no file system. */
export function takesWrites(document: vscode.TextDocument): boolean {
  const { scheme } = (cellOf(document)?.notebook ?? document).uri;
  return scheme === "untitled" || vscode.workspace.fs.isWritableFileSystem(scheme) === true;
}
