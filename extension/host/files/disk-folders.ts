// The workspace folders as tools know them, and how a file in them is opened.
import * as vscode from "vscode";
import { spotOf, type WorkFolder } from "../../disk/places/locate.ts";
import type { Spot } from "../../disk/places/same-file.ts";

/** All of them: one that is not on disk counts where a path names its folder. */
export function workFolders(): WorkFolder[] {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return folders.map(({ name, uri }) => ({ name, path: uri.scheme === "file" ? uri.fsPath : undefined }));
}

/** A stored real path as this window opens it: by the path of its workspace folder. */
export function spotAt(real: string): Promise<Spot> {
  return spotOf(real, workFolders());
}
