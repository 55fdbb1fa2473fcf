// The files in the folder of the active file. Never names ignored files, or files that may hold secrets.
import * as vscode from "vscode";
import { nothing } from "../../../acquire/context.ts";
import { nearContext } from "../../../acquire/nearby/near-files.ts";
import type { Resolved } from "../../../message/resolved.ts";
import { keepAutomatic } from "../../files/kept-out.ts";
import { pathOf } from "../../files/workspace.ts";
import { activeFile } from "./active-file.ts";

/** More entries are not checked, and so not named. */
const MOST_CHECKED = 400;

export async function readActiveFolder(now: number): Promise<Resolved> {
  const active = await activeFile();
  if ("reason" in active) return nothing(active.reason);
  const folder = vscode.Uri.joinPath(active.uri, "..");
  const entries = (await vscode.workspace.fs.readDirectory(folder)).sort(([a], [b]) => (a < b ? -1 : 1));
  const uris = entries.slice(0, MOST_CHECKED).map(([name, type]) => {
    const uri = vscode.Uri.joinPath(folder, name);
    // Ignore rules tell folders by the slash.
    return (type & vscode.FileType.Directory) === 0 ? uri : uri.with({ path: `${uri.path}/` });
  });
  const kept = (await keepAutomatic(uris)).filter((uri) => uri.toString() !== active.uri.toString());
  const files = kept.map((uri) => ({ path: pathOf(uri).replace(/\/$/, ""), isFolder: uri.path.endsWith("/") }));
  return nearContext("folder", files, now, pathOf(folder) || ".");
}
