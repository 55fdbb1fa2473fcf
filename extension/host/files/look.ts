// Looks at files and folders. VS Code's file system asks the window before each call, and a window that draws answers late:
// what is on disk is looked at without it.
import type { Stats } from "node:fs";
import { lstat, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import * as vscode from "vscode";

type Look = Pick<vscode.FileStat, "type" | "mtime" | "size">;

/** Rejects if nothing exists there, or no file system knows the URI. */
export async function statOf(uri: vscode.Uri): Promise<Look> {
  return uri.scheme === "file" ? statOnDisk(uri.fsPath) : vscode.workspace.fs.stat(uri);
}

/** The names in a folder with their types. Rejects if it cannot be read. */
export async function entriesOf(folder: vscode.Uri): Promise<[string, vscode.FileType][]> {
  if (folder.scheme !== "file") return vscode.workspace.fs.readDirectory(folder);
  const entries = await readdir(folder.fsPath, { withFileTypes: true });
  return Promise.all(
    entries.map(async (entry): Promise<[string, vscode.FileType]> => {
      const isLink = entry.isSymbolicLink();
      return [entry.name, isLink ? (await statOnDisk(join(folder.fsPath, entry.name))).type : typeOf(entry)];
    }),
  );
}

/** As VS Code does: of a link, what it leads to; of one that leads nowhere, the link. */
async function statOnDisk(path: string): Promise<Look> {
  const own = await lstat(path);
  if (!own.isSymbolicLink()) return lookOf(own);
  const target = await stat(path).catch(() => own);
  return { ...lookOf(target), type: typeOf(target) | vscode.FileType.SymbolicLink };
}

function lookOf(stats: Stats): Look {
  return { type: typeOf(stats), mtime: stats.mtime.getTime(), size: stats.size };
}

function typeOf(entry: Pick<Stats, "isFile" | "isDirectory">): vscode.FileType {
  if (entry.isDirectory()) return vscode.FileType.Directory;
  return entry.isFile() ? vscode.FileType.File : vscode.FileType.Unknown;
}
