// What the user works with: open, recent and changed files, and how much any path has to do with them.
import type { PathWeight } from "../../text/paths/path-score.ts";

export interface FilesInUse {
  open: readonly string[];
  /** The latest first. */
  recent: readonly string[];
  /** Not committed yet. */
  changed: readonly string[];
}

/** So many files later, one is as good as forgotten. */
const LONG_AGO = 60;
const LEAST = 0.05;

/** A file that is open or changed counts like one that was used some time ago. */
const AT_HAND = 0.5;

/** A folder above, below or beside the one of a file in use counts half as much as that folder. */
const AROUND = 0.5;

export class InUse {
  readonly #used = new Map<string, number>();
  readonly #near = new Map<string, number>();
  /** The folders of files in use, and the folders that hold those. */
  readonly #around = new Map<string, number>();

  constructor({ open, recent, changed }: FilesInUse) {
    recent.forEach((path, at) => this.#note(path, Math.max(LEAST, 1 - at / LONG_AGO)));
    for (const path of [...open, ...changed]) this.#note(path, AT_HAND);
  }

  get paths(): Iterable<string> {
    return this.#used.keys();
  }

  /** The folders they are in. */
  get folders(): Iterable<string> {
    return this.#near.keys();
  }

  weigh(path: string): PathWeight {
    const folder = folderOf(path);
    return { used: this.#used.get(path) ?? 0, near: Math.max(this.#near.get(folder) ?? 0, this.#weightAround(folder)) };
  }

  #weightAround(folder: string): number {
    const above = folder === "" ? undefined : this.#around.get(folderOf(folder));
    return AROUND * Math.max(this.#around.get(folder) ?? 0, above ?? 0);
  }

  #note(path: string, weight: number): void {
    raise(this.#used, path, weight);
    const folder = folderOf(path);
    raise(this.#near, folder, weight);
    raise(this.#around, folder, weight);
    raise(this.#around, folderOf(folder), weight);
  }
}

function raise(weights: Map<string, number>, key: string, weight: number): void {
  weights.set(key, Math.max(weights.get(key) ?? 0, weight));
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}
