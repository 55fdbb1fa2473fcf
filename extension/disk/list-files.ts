// Lists the files below a folder in small steps, so that it does not block the event loop. Honors ignore files.
import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { Breather } from "../stream/breather.ts";
import { isIgnored, type Layers, rootLayers, withRulesOf } from "./ignore-rules.ts";

/** Folders read at a time. */
const READERS = 8;

export interface ListOptions {
  /** The editor's exclude patterns. */
  exclude: readonly string[];
  signal: AbortSignal;
  /** Below this folder only, relative to the root. */
  below?: string;
}

/** `found` gets paths relative to `root` with `/`. A folder that cannot be read is passed over; links are not followed. */
export async function listFiles(root: string, options: ListOptions, found: (path: string) => void): Promise<void> {
  const { signal, below } = options;
  const breather = new Breather();
  const waiting: { base: string; layers: Layers }[] = [await startOf(root, options.exclude, below)];
  const readOne = async ({ base, layers }: { base: string; layers: Layers }): Promise<void> => {
    const folder = join(root, base);
    const entries = await readdir(folder, { withFileTypes: true }).catch((): Dirent[] => []);
    const own = await withRulesOf(folder, base, namesOf(entries), layers);
    for (const entry of entries) {
      if (signal.aborted) return;
      const isFolder = entry.isDirectory();
      const path = `${base}${entry.name}${isFolder ? "/" : ""}`;
      if (isIgnored(path, own)) continue;
      if (isFolder) waiting.push({ base: path, layers: own });
      else found(path);
      if (breather.isDue) await breather.rest();
    }
  };
  while (waiting.length > 0 && !signal.aborted) {
    await Promise.all(waiting.splice(-READERS).map(readOne));
    if (breather.isDue) await breather.rest();
  }
}

/** Whether a listing from the root would show it. A folder ends with a slash. */
export async function isListed(root: string, path: string, exclude: readonly string[]): Promise<boolean> {
  return (await listedIn(root, path.slice(0, path.lastIndexOf("/") + 1), exclude))(path);
}

/** Tells of each path in a folder whether a listing from the root would show it. `folder` is empty or ends with a slash. */
export async function listedIn(
  root: string,
  folder: string,
  exclude: readonly string[],
): Promise<(path: string) => boolean> {
  const { layers, hidden } = await layersTo(root, folder, exclude);
  return (path) => !hidden && !isIgnored(path, layers);
}

async function startOf(root: string, exclude: readonly string[], below: string | undefined) {
  if (below === undefined || below === "") return { base: "", layers: rootLayers(exclude) };
  return { base: `${below}/`, layers: (await layersTo(root, below, exclude)).layers };
}

async function layersTo(root: string, path: string, exclude: readonly string[]) {
  let layers = rootLayers(exclude);
  let base = "";
  let hidden = false;
  // A folder that cannot be read has no rules.
  for (const name of path.split("/").slice(0, -1)) {
    const folder = join(root, base);
    layers = await withRulesOf(
      folder,
      base,
      namesOf(await readdir(folder, { withFileTypes: true }).catch(() => [])),
      layers,
    );
    base += `${name}/`;
    hidden ||= isIgnored(base, layers);
  }
  const last = join(root, base);
  layers = await withRulesOf(last, base, namesOf(await readdir(last, { withFileTypes: true }).catch(() => [])), layers);
  return { layers, hidden };
}

function namesOf(entries: readonly Dirent[]): string[] {
  return entries.map(({ name }) => name);
}
