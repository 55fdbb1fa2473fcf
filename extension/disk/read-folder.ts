// A folder on disk, listed as the model reads it.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FileRead } from "../acquire/facts.ts";
import { type FolderPort, listFolder } from "../acquire/folder.ts";

/** `top` is where ignore files begin to count; `path` lies in it and is relative to it, "" for the top itself. */
export async function readFolder(top: string, path: string, excluded: readonly string[]): Promise<FileRead> {
  return toFolderRead(diskFolder(top, excluded), path);
}

export async function toFolderRead(port: FolderPort, path: string): Promise<FileRead> {
  const { text, listed, cut, isMore } = await listFolder(port, path);
  const folder = { listed, cut, is_more: isMore };
  return { state: "text", text, language: "", unsaved: false, clamped: false, folder };
}

function diskFolder(top: string, excluded: readonly string[]): FolderPort {
  return {
    excluded,
    async entries(path) {
      const found = await readdir(join(top, path), { withFileTypes: true });
      return found.map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }));
    },
    // A file that cannot be read has no rules.
    text: (path) => readFile(join(top, path), "utf8").catch(() => undefined),
  };
}
