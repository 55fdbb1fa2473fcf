// The workspace folders with the file systems of those that are not on disk, for tools that read.
import * as vscode from "vscode";
import type { ReadableFolder, VirtualFolder } from "../../disk/virtual-files.ts";
import { readFolder } from "./folder.ts";
import { documentOf } from "./open-documents.ts";

export function readableFolders(): ReadableFolder[] {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return folders.map(({ name, uri }) => ({ name, virtual: uri.scheme === "file" ? undefined : virtualFolder(uri) }));
}

function virtualFolder(top: vscode.Uri): VirtualFolder {
  const at = (path: string): vscode.Uri => (path === "." ? top : vscode.Uri.joinPath(top, path));
  return {
    uri: (path) => at(path).toString(),
    async stat(path) {
      try {
        const { type, size } = await vscode.workspace.fs.stat(at(path));
        const isFolder = (type & vscode.FileType.Directory) !== 0;
        const kind = isFolder ? "folder" : (type & vscode.FileType.File) !== 0 ? "file" : "other";
        return { kind, isLink: (type & vscode.FileType.SymbolicLink) !== 0, size };
      } catch {
        // VS Code throws for what does not exist.
        return undefined;
      }
    },
    bytes: async (path) => vscode.workspace.fs.readFile(at(path)),
    async text(path) {
      const open = await documentOf(at(path));
      const unsaved = open?.isDirty === true;
      const text = unsaved ? open.getText() : decode(await vscode.workspace.fs.readFile(at(path)));
      return { text, unsaved, eol: text.includes("\r\n") ? "\r\n" : "\n" };
    },
    async outline(path) {
      const read = await readFolder(at(path));
      return read.state === "text" ? read.text : "";
    },
  };
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
}
