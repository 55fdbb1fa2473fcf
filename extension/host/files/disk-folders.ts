// The workspace folders that are on disk, and how a file in them is opened.
import * as vscode from "vscode";
import { spotOf, type WorkFolder } from "../../disk/locate.ts";
import type { Spot } from "../../disk/same-file.ts";

export function diskFolders(): WorkFolder[] {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return folders.filter(({ uri }) => uri.scheme === "file").map(({ name, uri }) => ({ name, path: uri.fsPath }));
}

/** A stored real path as this window opens it: by the path of its workspace folder. */
export function spotAt(real: string): Promise<Spot> {
  return spotOf(real, diskFolders());
}
