// Converts between URIs and the paths in messages.
import * as vscode from "vscode";
import { meantFolder, pathInFolder } from "../../text/paths/folder-path.ts";
import { statOf } from "./look.ts";
import { ownUri } from "./own-uri.ts";

/** Relative to its folder with `/`, the folder's name first when there are several; absolute, or a URI, outside. */
export function pathOf(shown: vscode.Uri): string {
  const uri = ownUri(shown);
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  if (folder === undefined) return uri.scheme === "file" ? uri.fsPath.replaceAll("\\", "/") : uri.toString();
  const inside = uri.path.slice(folder.uri.path.length).replace(/^\/+/, "");
  return pathInFolder(vscode.workspace.workspaceFolders ?? [], folder, inside);
}

/** The inverse of `pathOf`. A path that names no place is taken as relative to the first folder. */
export function uriOf(path: string): vscode.Uri | undefined {
  if (/^[a-z][a-z0-9+.-]+:/i.test(path)) return vscode.Uri.parse(path, true);
  if (/^(\/|[a-z]:\/)/i.test(path)) return vscode.Uri.file(path);
  const meant = meantFolder(vscode.workspace.workspaceFolders ?? [], path);
  return meant && vscode.Uri.joinPath(meant.folder.uri, meant.inside);
}

/** `undefined` if nothing exists there, or no file system knows the URI. */
export async function kindAt(uri: vscode.Uri): Promise<"file" | "folder" | undefined> {
  try {
    const { type } = await statOf(uri);
    return (type & vscode.FileType.Directory) === 0 ? "file" : "folder";
  } catch {
    // VS Code throws for what does not exist and for schemes without a file system.
    return undefined;
  }
}

export function lastNameOf(uri: vscode.Uri): string {
  return uri.path.split("/").findLast((name) => name !== "") ?? uri.toString();
}

export function folderNames(): string[] {
  return (vscode.workspace.workspaceFolders ?? []).map((folder) => folder.name);
}

export function workspaceRoots(): { name: string; root: string }[] {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return folders.map(({ name, uri }) => ({ name, root: uri.scheme === "file" ? uri.fsPath : uri.toString() }));
}

export function folderUris(): string[] {
  return (vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri.toString());
}
