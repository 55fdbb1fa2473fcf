// Files that are never sent automatically: those that ignore files or settings exclude, and those that hold secrets.
import * as vscode from "vscode";
import { listedIn } from "../../disk/list-files.ts";
import { ShortLived } from "../../disk/short-lived.ts";
import { isDelicate } from "../../tools/rules/delicate.ts";
import { excluded } from "./file-index.ts";
import { ownUri } from "./own-uri.ts";

/** Returns those of the files that may be sent. */
export type Keep = (uris: readonly vscode.Uri[]) => Promise<readonly vscode.Uri[]>;

/** For files that the user named: excludes none. */
export const keepAll: Keep = (uris) => Promise.resolve(uris);

/** The same files are checked on every cursor move. */
const answers = new ShortLived<boolean>({ freshMs: 1_000, longestMs: 2_000 }, Date.now);

/** By folder: files that are checked together share what is read. A file that is checked later has its rules read anew. */
type Rules = Map<string, Promise<(path: string) => boolean>>;

export const keepListed: Keep = async (uris) => {
  const rules: Rules = new Map();
  const kept = await Promise.all(uris.map((uri) => answers.get(uri.toString(), () => isKept(uri, rules))));
  return uris.filter((_, at) => kept[at]);
};

/** For files that the user did not name: also excludes those that a tool asks about before it reads them. */
export const keepAutomatic: Keep = async (uris) => {
  const isOpen = ({ path }: vscode.Uri): boolean => !isDelicate({ permission: "read", pattern: path });
  return (await keepListed(uris)).filter(isOpen);
};

/** Calls `changed` when an ignore file changes, after which every file is checked anew. */
export function followIgnoreFiles(changed: () => void): vscode.Disposable {
  const watcher = vscode.workspace.createFileSystemWatcher("**/.{gitignore,ignore,galleyignore}");
  const forget = (): void => {
    answers.forget();
    changed();
  };
  return vscode.Disposable.from(
    watcher,
    watcher.onDidChange(forget),
    watcher.onDidCreate(forget),
    watcher.onDidDelete(forget),
  );
}

async function isKept(shown: vscode.Uri, rules: Rules): Promise<boolean> {
  const uri = ownUri(shown);
  const folder = vscode.workspace.getWorkspaceFolder(uri)?.uri;
  if (folder?.scheme !== "file") return true;
  const inside = uri.path.slice(folder.path.length + 1);
  const base = inside.slice(0, inside.lastIndexOf("/") + 1);
  const key = `${folder.toString()}\n${base}`;
  const read = rules.get(key) ?? listedIn(folder.fsPath, base, excluded(folder));
  rules.set(key, read);
  return (await read)(inside);
}
