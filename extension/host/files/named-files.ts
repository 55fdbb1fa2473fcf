// The places of the workspace that a command names: files that its file names as `@path`, and the one the user types behind it.
import { realpath } from "node:fs/promises";
import * as vscode from "vscode";
import { isInside } from "../../disk/places/same-path.ts";
import type { PlaceFound } from "../../compose/prepare-command.ts";
import { keepAutomatic, keepListed } from "./kept-out.ts";
import { kindAt, pathOf, uriOf } from "./workspace.ts";

/**
 * Those of the paths that may be sent unasked: the user did not name them, so ignored files and files with secrets do
 * not count, and neither does a link that leads out of the workspace. Never rejects.
 */
export async function namedFiles(paths: readonly string[]): Promise<string[]> {
  const looked = await Promise.all(paths.map(async (path) => ({ path, uri: await fileAt(path) })));
  const kept = new Set(await keepAutomatic(looked.flatMap(({ uri }) => uri ?? [])));
  return looked.flatMap(({ path, uri }) => (uri !== undefined && kept.has(uri) ? [path] : []));
}

/** What is at a path that the user typed. A link that leads out of the workspace is outside. Never rejects. */
export async function findPlace(path: string): Promise<PlaceFound> {
  const uri = uriAt(path);
  const kind = uri && (await kindAt(uri));
  if (uri === undefined || kind === undefined) return { state: "missing" };
  if (!(await isInWorkspace(uri))) return { state: "outside" };
  if (!(await isKept(uri, kind))) return { state: "ignored" };
  return { state: kind, path: pathOf(uri) || "." };
}

/** Ignore rules tell a folder by the slash behind it. A workspace folder itself is never ignored. */
async function isKept(uri: vscode.Uri, kind: "file" | "folder"): Promise<boolean> {
  if (kind === "file") return (await keepListed([uri])).length > 0;
  const path = `${uri.path.replace(/\/+$/, "")}/`;
  const isRoot = vscode.workspace.getWorkspaceFolder(uri)?.uri.path.replace(/\/*$/, "/") === path;
  return isRoot || (await keepListed([uri.with({ path })])).length > 0;
}

async function fileAt(path: string): Promise<vscode.Uri | undefined> {
  const uri = uriAt(path);
  if (uri === undefined || (await kindAt(uri)) !== "file") return undefined;
  return (await isInWorkspace(uri)) ? uri : undefined;
}

function uriAt(path: string): vscode.Uri | undefined {
  try {
    return uriOf(path);
  } catch {
    // It looks like a URI, but is not a valid one.
    return undefined;
  }
}

async function isInWorkspace(uri: vscode.Uri): Promise<boolean> {
  const folder = vscode.workspace.getWorkspaceFolder(uri)?.uri;
  if (folder === undefined || uri.scheme !== "file") return folder !== undefined;
  try {
    return isInside(await realpath(folder.fsPath), await realpath(uri.fsPath));
  } catch {
    // It was deleted meanwhile.
    return false;
  }
}
