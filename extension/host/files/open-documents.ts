// Finds the open documents of a file, also those that were opened through a symbolic link.
import { realpath } from "node:fs/promises";
import * as vscode from "vscode";
import { findOpen, leadsTo, RealPaths } from "../../disk/find-open.ts";

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

/** Documents with unsaved text come first. `real` is a path without symbolic links. */
export async function documentsAt(real: string): Promise<vscode.TextDocument[]> {
  const held = vscode.workspace.textDocuments
    .filter(({ uri }) => uri.scheme === "file")
    .map((document) => ({ document, path: document.uri.fsPath, isDirty: document.isDirty }));
  return (await findOpen(held, real, paths)).map(({ document }) => document);
}

/** If several documents show the file, the one with unsaved text. */
export async function documentOf(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
  const named = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  if (uri.scheme !== "file" || named?.isDirty === true) return named;
  // A deleted file has no real path: only a document with this URI can show it.
  const real = await paths.real(uri.fsPath).catch(() => undefined);
  if (real === undefined) return named;
  const [open] = await documentsAt(real);
  return open?.isDirty === true ? open : (named ?? open);
}

/** Reads the disk, not the cached paths. */
export async function isAt({ fsPath }: vscode.Uri, real: string): Promise<boolean> {
  // A deleted file has no real path.
  const way = await realpath(fsPath).catch(() => undefined);
  return way !== undefined && leadsTo(way, real, new RealPaths());
}
