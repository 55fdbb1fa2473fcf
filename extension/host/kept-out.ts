// Files that never come by themselves: what ignore files and the editor's own patterns leave out.
import * as vscode from "vscode";
import { isListed } from "../disk/list-files.ts";
import { excluded } from "./file-index.ts";

/** Of these places, those that may go. */
export type Keep = (uris: readonly vscode.Uri[]) => Promise<readonly vscode.Uri[]>;

/** For what was asked for by name: nothing is left out. */
export const keepAll: Keep = (uris) => Promise.resolve(uris);

export const keepListed: Keep = async (uris) => {
  const kept = await Promise.all(uris.map(isKept));
  return uris.filter((_, at) => kept[at]);
};

async function isKept(uri: vscode.Uri): Promise<boolean> {
  const folder = vscode.workspace.getWorkspaceFolder(uri)?.uri;
  if (folder?.scheme !== "file") return true;
  const inside = uri.path.slice(folder.path.length + 1);
  return isListed(folder.fsPath, inside, excluded(folder));
}
