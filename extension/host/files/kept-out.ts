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
const STANDS_MS = 2_000;
const rules = new ShortLived<(path: string) => boolean>(STANDS_MS, Date.now);

export const keepListed: Keep = async (uris) => {
  const kept = await Promise.all(uris.map(isKept));
  return uris.filter((_, at) => kept[at]);
};

/** For files that the user did not name: also excludes those that a tool asks about before it reads them. */
export const keepAutomatic: Keep = async (uris) => {
  const isOpen = ({ path }: vscode.Uri): boolean => !isDelicate({ permission: "read", pattern: path });
  return (await keepListed(uris)).filter(isOpen);
};

async function isKept(shown: vscode.Uri): Promise<boolean> {
  const uri = ownUri(shown);
  const folder = vscode.workspace.getWorkspaceFolder(uri)?.uri;
  if (folder?.scheme !== "file") return true;
  const inside = uri.path.slice(folder.path.length + 1);
  // The files of a folder share its rules.
  const base = inside.slice(0, inside.lastIndexOf("/") + 1);
  const read = () => listedIn(folder.fsPath, base, excluded(folder));
  return (await rules.get(`${folder.toString()}\n${base}`, read))(inside);
}
