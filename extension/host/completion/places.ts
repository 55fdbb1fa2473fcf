// Where a document stands: the file that its rules are about, and its name for the model. A cell of a notebook is a document.
import * as vscode from "vscode";

/** Texts that are stored somewhere, or will be; not settings, output and the like, which are documents too. */
export function isCompleted({ uri: { scheme } }: Pick<vscode.TextDocument, "uri">): boolean {
  if (["file", "untitled", "vscode-notebook-cell"].includes(scheme)) return true;
  return scheme !== "vscode-userdata" && vscode.workspace.fs.isWritableFileSystem(scheme) === true;
}

interface DocumentPlace {
  /** The file; of a cell, its notebook. */
  uri: vscode.Uri;
  path: string;
  /** Of a cell: the other cells with code, each with its name. */
  cells: readonly { path: string; document: vscode.TextDocument }[];
}

export function placeOfDocument(document: vscode.TextDocument, pathOf: (uri: vscode.Uri) => string): DocumentPlace {
  if (document.uri.scheme !== "vscode-notebook-cell")
    return { uri: document.uri, path: pathOf(document.uri), cells: [] };
  const notebook = vscode.workspace.notebookDocuments.find((one) =>
    one.getCells().some((cell) => cell.document === document),
  );
  const uri = notebook?.uri ?? document.uri;
  const path = pathOf(uri);
  const named = (notebook?.getCells() ?? []).map((cell) => ({ cell, path: `${path}#${cell.index + 1}` }));
  const own = named.find(({ cell }) => cell.document === document)?.path;
  const cells = named
    .filter(({ cell }) => cell.kind === vscode.NotebookCellKind.Code && cell.document !== document)
    .map(({ cell, path: name }) => ({ path: name, document: cell.document }));
  return { uri, path: own ?? path, cells };
}

/** By its URI. `undefined` if it is not open. */
export function documentNamed(name: string): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === name);
}

/** In characters, without a copy of the text. */
export function lengthOf(document: vscode.TextDocument): number {
  return document.offsetAt(document.lineAt(document.lineCount - 1).range.end);
}
