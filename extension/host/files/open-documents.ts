// Finds the open documents of a file, whatever path each was opened with: a link, a mapped drive, another case.
import * as vscode from "vscode";
import { findOpen, RealPaths } from "../../disk/places/find-open.ts";
import { sameFile } from "../../disk/places/same-path.ts";

const paths = new RealPaths();

export function followDocuments(): vscode.Disposable {
  const clear = (): void => {
    paths.clear();
  };
  return vscode.Disposable.from(
    vscode.workspace.onDidOpenTextDocument(clear),
    vscode.workspace.onDidCloseTextDocument(clear),
    vscode.workspace.onDidRenameFiles(clear),
    vscode.workspace.onDidDeleteFiles(clear),
    vscode.workspace.onDidChangeWorkspaceFolders(clear),
  );
}

/** Documents with unsaved text come first. */
export async function documentsAt(path: string): Promise<vscode.TextDocument[]> {
  const held = vscode.workspace.textDocuments
    .filter(({ uri }) => uri.scheme === "file")
    .map((document) => ({ document, path: document.uri.fsPath, isDirty: document.isDirty }));
  return (await findOpen(held, path, paths)).map(({ document }) => document);
}

/** If several documents show the file, the one with unsaved text. */
export async function documentOf(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
  const named = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  if (uri.scheme !== "file" || named?.isDirty === true) return named;
  const [open] = await documentsAt(uri.fsPath);
  return open?.isDirty === true ? open : (named ?? open);
}

/** Reads the disk, not the cached paths. */
export async function isAt({ fsPath }: vscode.Uri, real: string): Promise<boolean> {
  // A deleted file has no real path.
  const fresh = new RealPaths();
  const isThere = await fresh.real(fsPath).then(
    () => true,
    () => false,
  );
  return isThere && sameFile(fsPath, real, fresh);
}
