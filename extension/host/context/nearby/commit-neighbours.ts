// The files that changed in the same commits as a file, as the Git extension tells them.
import type * as vscode from "vscode";
import { countNeighbours, type Neighbour } from "../../../acquire/nearby/related.ts";
import { pathOf } from "../../files/workspace.ts";
import { gitApi } from "../git.ts";

/** How many commits of the file are looked at. */
const MOST_COMMITS = 10;

export async function commitNeighbours(uri: vscode.Uri, path: string): Promise<Neighbour[]> {
  if (uri.scheme !== "file") return [];
  const repository = (await gitApi())?.getRepository(uri);
  if (repository === null || repository === undefined) return [];
  const commits = await repository.log({ maxEntries: MOST_COMMITS, path: uri.fsPath });
  const changed: string[][] = [];
  // One after another: each starts a program. A merge is no change of its own.
  for (const { hash, parents } of commits.slice(0, MOST_COMMITS)) {
    const [parent] = parents;
    if (parent === undefined || parents.length > 1) continue;
    changed.push((await repository.diffBetween(parent, hash)).map((change) => pathOf(change.uri)));
  }
  return countNeighbours(path, changed);
}
