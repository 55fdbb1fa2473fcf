// Where the memories of one scope lie: one folder that nothing leads out of.
import { lstat, mkdir, realpath } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import type { Scope } from "./entry.ts";

export interface Place {
  scope: Scope;
  /** The folder never leads out of it. */
  root: string;
  /** The steps from the root to the folder. */
  steps: readonly string[];
  /** How people call the folder. */
  label: string;
}

export function folderOf({ root, steps }: Place): string {
  return join(root, ...steps);
}

/** The folder as it really is; `undefined` while there is none. Throws when it leads out. */
export async function findFolder(place: Place): Promise<string | undefined> {
  const folder = folderOf(place);
  const real = await realpath(folder).catch(() => undefined);
  if (real !== undefined) return checked(place, real);
  // A link to nowhere is a way out that does not lead anywhere yet.
  const isThere = await lstat(folder).catch(() => undefined);
  if (isThere !== undefined) throw new Error(`${place.label} is outside its folder`);
  return undefined;
}

/** Step by step, so that no link is followed before it is looked at. */
export async function makeFolder(place: Place): Promise<string> {
  await mkdir(place.root, { recursive: true });
  let folder = await realpath(place.root);
  for (const step of place.steps) {
    const next = join(folder, step);
    await mkdir(next).catch((error: unknown) => {
      if (codeOf(error) !== "EEXIST") throw error;
    });
    const real = await realpath(next).catch(() => {
      throw new Error(`${place.label} is outside its folder`);
    });
    folder = await checked(place, real);
  }
  return folder;
}

async function checked(place: Place, real: string): Promise<string> {
  if (!isInside(await realpath(place.root), real)) throw new Error(`${place.label} is outside its folder`);
  return real;
}

/** Both as they really are. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== "" && way !== ".." && !way.startsWith(`..${sep}`) && !/^([a-z]:|[\\/])/i.test(way);
}

export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
