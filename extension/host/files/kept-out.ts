// Files that are never sent automatically: those that ignore files or settings exclude, and those that hold secrets.
import * as vscode from "vscode";
import { isListed } from "../../disk/list-files.ts";
import { isDelicate } from "../../tools/rules/delicate.ts";
import { excluded } from "./file-index.ts";
import { ownUri } from "./own-uri.ts";

/** Returns those of the files that may be sent. */
export type Keep = (uris: readonly vscode.Uri[]) => Promise<readonly vscode.Uri[]>;

/** For files that the user named: excludes none. */
export const keepAll: Keep = (uris) => Promise.resolve(uris);

/** How long an answer is cached: the same files are checked on every cursor move. */
const STANDS_MS = 2_000;
const answers = new Map<string, { at: number; kept: Promise<boolean> }>();

export const keepListed: Keep = async (uris) => {
  const now = Date.now();
  for (const [key, { at }] of answers) if (now - at > STANDS_MS) answers.delete(key);
  const ask = (uri: vscode.Uri): Promise<boolean> => {
    const answer = answers.get(uri.toString()) ?? { at: now, kept: isKept(uri) };
    answers.set(uri.toString(), answer);
    return answer.kept;
  };
  const kept = await Promise.all(uris.map(ask));
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
  return isListed(folder.fsPath, inside, excluded(folder));
}
