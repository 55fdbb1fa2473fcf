// The folder with the memories of one scope. No link leads out of it.
import { lstat, mkdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import { isInside, samePath, wayTo } from "../disk/places/same-path.ts";
import type { Scope } from "./entry.ts";
import * as words from "./words.ts";

export interface Place {
  scope: Scope;
  /** The folder must be inside it, also after links. */
  root: string;
  /** The steps from the root to the folder. */
  steps: readonly string[];
  /** The name of the folder for people. */
  label: string;
}

export function folderOf({ root, steps }: Place): string {
  return join(root, ...steps);
}

/** The path of the folder in its root, without links below the root; `undefined` if it does not exist. Throws if it is outside the root. */
export async function findFolder(place: Place): Promise<string | undefined> {
  const folder = folderOf(place);
  const real = await realpath(folder).catch(() => undefined);
  if (real !== undefined) return checked(place, real);
  // A broken link may lead outside later.
  const isThere = await lstat(folder).catch(() => undefined);
  if (isThere !== undefined) throw new Error(words.outside(place.label));
  return undefined;
}

/** Makes one folder after the other, and checks each before it follows a link. */
export async function makeFolder(place: Place): Promise<string> {
  await mkdir(place.root, { recursive: true });
  let folder = place.root;
  for (const step of place.steps) {
    const next = join(folder, step);
    await mkdir(next).catch((error: unknown) => {
      if (codeOf(error) !== "EEXIST") throw error;
    });
    const real = await realpath(next).catch(() => {
      throw new Error(words.outside(place.label));
    });
    folder = await checked(place, real);
  }
  return folder;
}

async function checked(place: Place, real: string): Promise<string> {
  const top = await realpath(place.root);
  if (samePath(top, real) || !isInside(top, real)) throw new Error(words.outside(place.label));
  return join(place.root, wayTo(top, real));
}

export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
