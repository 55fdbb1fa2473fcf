// The documents that editors hold, found by the file they really are, whether they were opened through a link or not.
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

/** All of one file: those with unsaved text first. `real` has no links in it. */
export async function documentsAt(real: string): Promise<vscode.TextDocument[]> {
  const held = vscode.workspace.textDocuments
    .filter(({ uri }) => uri.scheme === "file")
    .map((document) => ({ document, path: document.uri.fsPath, isDirty: document.isDirty }));
  return (await findOpen(held, real, paths)).map(({ document }) => document);
}

/** The document of a place as a message names it. Of several, the one with unsaved text. */
export async function documentOf(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
  const named = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  if (uri.scheme !== "file" || named?.isDirty === true) return named;
  // A file that is gone has only the document of its name.
  const real = await paths.real(uri.fsPath).catch(() => undefined);
  if (real === undefined) return named;
  const [open] = await documentsAt(real);
  return open?.isDirty === true ? open : (named ?? open);
}

/** Reads the disk now, past the remembered paths. */
export async function isAt({ fsPath }: vscode.Uri, real: string): Promise<boolean> {
  // A file that is gone is nowhere.
  const way = await realpath(fsPath).catch(() => undefined);
  return way !== undefined && leadsTo(way, real, new RealPaths());
}
