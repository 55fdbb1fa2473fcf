// The URI that the workspace gives a file whose editor was opened by another path: past a link or a mapped drive.
import { realpath } from "node:fs/promises";
import { sep } from "node:path";
import * as vscode from "vscode";
import { isInside, wayTo } from "../../disk/places/same-path.ts";

interface RealFolder {
  uri: vscode.Uri;
  real: string;
}

let folders: readonly RealFolder[] = [];

/** Keeps the real paths of the workspace folders, so that `ownUri` need not wait. */
export function followFolders(): vscode.Disposable {
  const read = async (): Promise<void> => {
    folders = await readFolders();
  };
  void read();
  return vscode.workspace.onDidChangeWorkspaceFolders(() => void read());
}

async function readFolders(): Promise<RealFolder[]> {
  const onDisk = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === "file");
  // A folder that does not exist has no real path.
  const found = onDisk.map(async ({ uri }) => ({ uri, real: await realpath(uri.fsPath).catch(() => uri.fsPath) }));
  return (await Promise.all(found)).toSorted((one, other) => other.real.length - one.real.length);
}

/** The URI itself if a workspace folder has it already, or none has it. */
export function ownUri(uri: vscode.Uri): vscode.Uri {
  if (uri.scheme !== "file" || vscode.workspace.getWorkspaceFolder(uri) !== undefined) return uri;
  const around = folders.find(({ real }) => isInside(real, uri.fsPath));
  if (around === undefined) return uri;
  const names = wayTo(around.real, uri.fsPath).split(sep);
  return vscode.Uri.joinPath(around.uri, ...names);
}
