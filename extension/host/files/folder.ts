// Lists a folder of the workspace through VS Code, which knows every file system.
import * as vscode from "vscode";
import type { FileRead } from "../../acquire/facts.ts";
import type { FolderPort } from "../../acquire/folder.ts";
import { toFolderRead } from "../../disk/read-folder.ts";
import { entriesOf } from "./look.ts";
import { kindAt } from "./workspace.ts";

export async function isFolder(uri: vscode.Uri): Promise<boolean> {
  return uri.scheme !== "untitled" && (await kindAt(uri)) === "folder";
}

/** Ignore files count from the workspace folder down. */
export async function readFolder(uri: vscode.Uri): Promise<FileRead> {
  const top = vscode.workspace.getWorkspaceFolder(uri)?.uri ?? uri;
  const path = uri.path.slice(top.path.length).replace(/^\/+|\/+$/g, "");
  return toFolderRead(workspaceFolder(top), path);
}

function workspaceFolder(top: vscode.Uri): FolderPort {
  const at = (path: string): vscode.Uri => (path === "" ? top : vscode.Uri.joinPath(top, path));
  return {
    excluded: excludedBySettings(top),
    async entries(path) {
      const found = await entriesOf(at(path));
      // A link to a folder has both bits: it is shown and not followed.
      return found.map(([name, type]) => ({ name, isFolder: type === vscode.FileType.Directory }));
    },
    async text(path) {
      try {
        return new TextDecoder().decode(await vscode.workspace.fs.readFile(at(path)));
      } catch {
        // An ignore file that cannot be read has no rules.
        return undefined;
      }
    },
  };
}

/** Skips patterns with a `when` clause: ignore rules cannot express them. */
function excludedBySettings(top: vscode.Uri): string[] {
  const patterns = vscode.workspace.getConfiguration("files", top).get<Record<string, unknown>>("exclude", {});
  return Object.entries(patterns).flatMap(([pattern, isOn]) => (isOn === true ? [pattern] : []));
}
