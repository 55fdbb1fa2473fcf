// The files of the workspace that a command file names as `@path`.
import { realpath } from "node:fs/promises";
import * as vscode from "vscode";
import { isInside } from "../../disk/same-path.ts";
import { keepAutomatic } from "./kept-out.ts";
import { kindAt, uriOf } from "./workspace.ts";

/**
 * Those of the paths that may be sent unasked: the user did not name them, so ignored files and files with secrets do
 * not count, and neither does a link that leads out of the workspace. Never rejects.
 */
export async function namedFiles(paths: readonly string[]): Promise<string[]> {
  const looked = await Promise.all(paths.map(async (path) => ({ path, uri: await fileAt(path) })));
  const kept = new Set(await keepAutomatic(looked.flatMap(({ uri }) => uri ?? [])));
  return looked.flatMap(({ path, uri }) => (uri !== undefined && kept.has(uri) ? [path] : []));
}

async function fileAt(path: string): Promise<vscode.Uri | undefined> {
  const uri = uriOf(path);
  const folder = uri && vscode.workspace.getWorkspaceFolder(uri)?.uri;
  if (uri === undefined || folder === undefined || (await kindAt(uri)) !== "file") return undefined;
  if (uri.scheme !== "file") return uri;
  try {
    return isInside(await realpath(folder.fsPath), await realpath(uri.fsPath)) ? uri : undefined;
  } catch {
    // It was deleted meanwhile.
    return undefined;
  }
}
