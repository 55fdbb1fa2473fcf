// The files related to the active one. Never names ignored files, or files that may hold secrets.
import * as vscode from "vscode";
import { nothing } from "../../../acquire/context.ts";
import { nearContext, type NearFile } from "../../../acquire/nearby/near-files.ts";
import { type RelatedPorts, relatedFiles } from "../../../acquire/nearby/related.ts";
import type { Resolved } from "../../../message/resolved.ts";
import { keepAutomatic } from "../../files/kept-out.ts";
import { lastNameOf, pathOf, uriOf } from "../../files/workspace.ts";
import { inTime } from "../../window/in-time.ts";
import { activeFile, isInWorkspace } from "./active-file.ts";
import { commitNeighbours } from "./commit-neighbours.ts";

/** How long an answer is used while the text stays as it is: as automatic context it is read on every cursor move. */
const STANDS_MS = 60_000;

/** How long the search for names may take. */
const SEARCH_MS = 1_500;
const MOST_FOUND = 40;

export class RelatedFiles {
  #last: { of: string; at: number; files: Promise<NearFile[]> } | undefined;

  async read(now: number): Promise<Resolved> {
    const active = await activeFile();
    if ("reason" in active) return nothing(active.reason);
    const { document, uri, path } = active;
    const of = `${uri.toString()} ${document.version}`;
    if (this.#last?.of !== of || now - this.#last.at > STANDS_MS)
      this.#last = { of, at: now, files: relatedFiles(portsFor(uri), path, document.getText()).then(kept) };
    return nearContext("related", await this.#last.files, now, path);
  }
}

async function kept(files: readonly NearFile[]): Promise<NearFile[]> {
  const uris = files.map(({ path, isFolder }) => uriOf(isFolder === true ? `${path}/` : path));
  const allowed = await keepAutomatic(uris.flatMap((uri) => (uri !== undefined && isInWorkspace(uri) ? [uri] : [])));
  const names = new Set(allowed.map(String));
  return files.filter((_, at) => names.has(String(uris[at])));
}

function portsFor(uri: vscode.Uri): RelatedPorts {
  return {
    exists: lookingIn(),
    withName,
    // A repository that does not answer in time has no neighbours to tell.
    neighbours: (path) => inTime(commitNeighbours(uri, path)),
  };
}

/** Lists each folder once. */
function lookingIn(): RelatedPorts["exists"] {
  const folders = new Map<string, Promise<Map<string, vscode.FileType>>>();
  return async (path, kind) => {
    const uri = uriOf(path);
    if (uri === undefined || !isInWorkspace(uri)) return false;
    const folder = vscode.Uri.joinPath(uri, "..");
    const key = folder.toString();
    const listed = folders.get(key) ?? entriesOf(folder);
    folders.set(key, listed);
    const type = (await listed).get(lastNameOf(uri));
    return type !== undefined && ((type & vscode.FileType.Directory) !== 0) === (kind === "folder");
  };
}

async function entriesOf(folder: vscode.Uri): Promise<Map<string, vscode.FileType>> {
  try {
    return new Map(await vscode.workspace.fs.readDirectory(folder));
  } catch {
    // Most places that are tried do not exist.
    return new Map();
  }
}

async function withName(names: readonly string[]): Promise<string[]> {
  const source = new vscode.CancellationTokenSource();
  const timer = setTimeout(() => source.cancel(), SEARCH_MS);
  try {
    const found = await vscode.workspace.findFiles(
      `**/{${names.join(",")}}`,
      "**/node_modules/**",
      MOST_FOUND,
      source.token,
    );
    return found.map(pathOf);
  } finally {
    clearTimeout(timer);
    source.dispose();
  }
}
