// The files related to one: what it imports, its test or its source, and what changed in the same commits.
import { counterpartOf, nearestTo } from "./counterpart.ts";
import { importPlaces } from "./import-places.ts";
import { importStyle, importsOf } from "./imports.ts";
import type { NearFile } from "./near-files.ts";
import * as words from "../words.ts";

export interface RelatedPorts {
  exists: (path: string, kind: "file" | "folder") => Promise<boolean>;
  /** The files of the workspace that have one of the names. */
  withName: (names: readonly string[]) => Promise<readonly string[]>;
  /** The files that changed in the same commits, those with most commits first. */
  neighbours: (path: string) => Promise<readonly Neighbour[]>;
}

export interface Neighbour {
  path: string;
  /** In how many of the `of` commits that were looked at. */
  commits: number;
  of: number;
}

const MOST = { imports: 20, counterparts: 4, neighbours: 8 };

/** Never rejects: what cannot be found out is left out. Each file once, with its first reason. */
export async function relatedFiles(ports: RelatedPorts, path: string, text: string): Promise<NearFile[]> {
  const none = (): NearFile[] => [];
  const found = await Promise.all([
    imported(ports, path, text).catch(none),
    counterparts(ports, path).catch(none),
    neighbours(ports, path).catch(none),
  ]);
  const files = new Map<string, NearFile>();
  for (const file of found.flat()) if (file.path !== path && !files.has(file.path)) files.set(file.path, file);
  return [...files.values()];
}

async function imported({ exists }: RelatedPorts, path: string, text: string): Promise<NearFile[]> {
  // In Go, a package is a folder.
  const kind = importStyle(path) === "go" ? "folder" : "file";
  const first = async (name: string): Promise<NearFile[]> => {
    for (const place of importPlaces(name, path)) {
      if (await exists(place, kind))
        return [{ path: place, reason: words.imported, ...(kind === "folder" && { isFolder: true }) }];
    }
    return [];
  };
  return (await Promise.all(importsOf(path, text).map(first))).flat().slice(0, MOST.imports);
}

async function counterparts({ withName }: RelatedPorts, path: string): Promise<NearFile[]> {
  const counterpart = counterpartOf(path);
  if (counterpart === undefined) return [];
  const reason = counterpart.kind === "test" ? words.itsTest : words.itsSource;
  const found = nearestTo(path, await withName(counterpart.names)).slice(0, MOST.counterparts);
  return found.map((one) => ({ path: one, reason }));
}

async function neighbours(ports: RelatedPorts, path: string): Promise<NearFile[]> {
  const found = (await ports.neighbours(path)).slice(0, 3 * MOST.neighbours);
  // Some were deleted since.
  const there = await Promise.all(found.map(({ path: one }) => ports.exists(one, "file")));
  return found
    .filter((_, at) => there[at])
    .slice(0, MOST.neighbours)
    .map(({ path: one, commits, of }) => ({ path: one, reason: words.sameCommits(commits, of) }));
}

/** Counts the files of commits. A commit that changed many files says little about any two of them. */
export function countNeighbours(path: string, commits: readonly (readonly string[])[], mostFiles = 25): Neighbour[] {
  const told = commits.filter((files) => files.length <= mostFiles);
  const counts = new Map<string, number>();
  for (const file of told.flat()) if (file !== path) counts.set(file, (counts.get(file) ?? 0) + 1);
  return Array.from(counts, ([one, count]) => ({ path: one, commits: count, of: told.length })).sort(
    (a, b) => b.commits - a.commits || (a.path < b.path ? -1 : 1),
  );
}
