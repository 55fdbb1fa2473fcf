// Every path of the workspace, ready to be searched in a few milliseconds while somebody types.
import { isWordStart, lowered } from "../message/fuzzy.ts";
import { gradeOf, maskOf, NO_MATCH, spreadOf, UNIT, WORD_START } from "./first-look.ts";
import { matchPath, nameStart } from "./path-score.ts";
import { Shortlist } from "./shortlist.ts";

export interface FoundPath {
  path: string;
  isFolder: boolean;
  score: number;
  /** The matched positions in `path`. */
  at: number[];
}

export interface PathQuery {
  query: string;
  limit: number;
  /** How recent a path is, from 0 to 1. */
  weigh: (path: string) => number;
  /** Paths that are looked at however poorly they do at first sight: the recent ones. */
  always: readonly string[];
  /** Folders are left out when lines are asked for. */
  filesOnly?: boolean;
}

interface Plan {
  masks: Uint32Array;
  from: Uint32Array;
  worse: number;
  mask: number;
  /** Whether it is enough that the letters are there in order. */
  spread: boolean;
}

interface Scope {
  /** Everything when left out. */
  among: Uint32Array | undefined;
  best: Shortlist;
}

/** How many names are known for each first letter. */
const EACH_LETTER = 6;

/** How many get the exact look. */
const LOOKED_AT = 200;

export class PathIndex {
  readonly #paths: string[] = [];
  readonly #ids = new Map<string, number>();
  /** How many live entries a folder holds; a file is not in it. */
  readonly #children = new Map<string, number>();
  #units = new Uint16Array(1 << 16);
  #used = 0;
  #starts = new Uint32Array(1 << 12);
  #names = new Uint32Array(1 << 12);
  #pathMasks = new Uint32Array(1 << 12);
  #nameMasks = new Uint32Array(1 << 12);
  /** The last search: a longer query is looked for among its matches only. */
  #last: { query: string; names: Uint32Array; paths: Uint32Array | undefined } | undefined;
  #beginnings: number[] | undefined;

  /** Files and folders. */
  get size(): number {
    return this.#ids.size;
  }

  has(path: string): boolean {
    return this.#ids.has(path);
  }

  isFolder(path: string): boolean {
    return this.#children.has(path);
  }

  /** A file; its folders come with it. */
  add(path: string): void {
    if (path === "" || this.#ids.has(path)) return;
    this.#forget();
    this.#enter(path);
    this.#countIn(path);
  }

  /** A file, or a folder with everything below it. A folder goes with its last file. */
  remove(path: string): void {
    if (!this.#ids.has(path)) return;
    this.#forget();
    const gone = this.#children.has(path) ? this.#filesBelow(path) : [path];
    for (const file of gone) {
      this.#drop(file);
      this.#countOut(file);
    }
  }

  /** The best matches, best first. An empty query finds nothing: there is nothing to tell one path from another. */
  search({ query, limit, weigh, always, filesOnly = false }: PathQuery): FoundPath[] {
    const wanted = lowered(query);
    if (wanted === "") return [];
    const found = new Map<number, FoundPath>();
    const look = (id: number): void => {
      const path = this.#paths[id];
      if (path === undefined || found.has(id) || this.#ids.get(path) !== id) return;
      const isFolder = this.#children.has(path);
      if (isFolder && filesOnly) return;
      const match = matchPath(path, query, weigh(path));
      if (match !== undefined) found.set(id, { path, isFolder, ...match });
    };
    for (const path of always) look(this.#ids.get(path) ?? -1);
    for (const id of this.#candidates(wanted)) look(id);
    return [...found.values()].sort(byScore).slice(0, limit);
  }

  /** For each first letter some of the shortest names: what is found first when one letter is typed. */
  beginnings(): { path: string; isFolder: boolean }[] {
    this.#beginnings ??= this.#shortest();
    return this.#beginnings.flatMap((id) => {
      const path = this.#paths[id];
      return path === undefined ? [] : [{ path, isFolder: this.#children.has(path) }];
    });
  }

  #shortest(): number[] {
    const lengthOf = (id: number): number => (this.#starts[id + 1] ?? 0) - (this.#names[id] ?? 0);
    const best = new Map<number, number[]>();
    for (let id = 0; id < this.#paths.length; id += 1) {
      // One that was removed has no letters.
      if (this.#nameMasks[id] === 0) continue;
      const letter = (this.#units[this.#names[id] ?? 0] ?? 0) & UNIT;
      const ids = best.get(letter) ?? [];
      if (ids.length === 0) best.set(letter, ids);
      const longest = ids.at(-1);
      if (ids.length === EACH_LETTER && longest !== undefined && lengthOf(longest) <= lengthOf(id)) continue;
      const at = ids.findLastIndex((other) => lengthOf(other) <= lengthOf(id)) + 1;
      ids.splice(at, 0, id);
      if (ids.length > EACH_LETTER) ids.pop();
    }
    return [...best.values()].flat();
  }

  #forget(): void {
    this.#last = undefined;
    this.#beginnings = undefined;
  }

  #candidates(wanted: string): Iterable<number> {
    const units = Uint16Array.from(wanted, (_, at) => wanted.charCodeAt(at) & UNIT);
    const mask = maskOf(units, 0, units.length);
    const last = this.#last !== undefined && wanted.startsWith(this.#last.query) ? this.#last : undefined;
    const best = new Shortlist(LOOKED_AT);
    const hasSlash = wanted.includes("/");
    const inNames = { masks: this.#nameMasks, from: this.#names, worse: 0, mask, spread: false };
    const inPaths = { masks: this.#pathMasks, from: this.#starts, worse: NO_MATCH, mask, spread: !hasSlash };
    // Only a path that holds the query across its folders can match one with a slash.
    const byName = hasSlash ? new Uint32Array() : this.#scan(units, inNames, { among: last?.names, best });
    let paths: Uint32Array | undefined;
    if (byName.length < LOOKED_AT) paths = this.#scan(units, inPaths, { among: last?.paths, best });
    this.#last = { query: wanted, names: byName, paths };
    return best.ids();
  }

  /** Those whose units from `from` to their end hold the query; `worse` is how many classes below they stand. */
  #scan(query: Uint16Array, plan: Plan, scope: Scope): Uint32Array {
    const { masks, from, worse, mask, spread } = plan;
    const { among, best } = scope;
    const [units, starts] = [this.#units, this.#starts];
    const count = among?.length ?? this.#paths.length;
    const hits = new Uint32Array(count);
    let kept = 0;
    for (let index = 0; index < count; index += 1) {
      const id = among === undefined ? index : (among[index] ?? 0);
      if (((masks[id] ?? 0) & mask) !== mask) continue;
      const start = from[id] ?? 0;
      const end = starts[id + 1] ?? 0;
      const grade = spread ? spreadOf(units, start, end, query) : gradeOf(units, start, end, query);
      if (grade === NO_MATCH) continue;
      hits[kept++] = id;
      best.add(id, grade + worse, end - start);
    }
    return hits.subarray(0, kept);
  }

  #enter(path: string): void {
    const id = this.#paths.push(path) - 1;
    this.#ids.set(path, id);
    if (id + 2 > this.#starts.length) this.#growEntries();
    if (this.#used + path.length > this.#units.length) this.#units = grown(this.#units, this.#used + path.length);
    const low = lowered(path);
    const start = this.#used;
    for (let at = 0; at < low.length; at += 1) {
      const unit = low.charCodeAt(at) & UNIT;
      this.#units[start + at] = isWordStart(path, at) ? unit | WORD_START : unit;
    }
    this.#used += low.length;
    const name = start + nameStart(path);
    this.#starts[id] = start;
    this.#starts[id + 1] = this.#used;
    this.#names[id] = name;
    this.#pathMasks[id] = maskOf(this.#units, start, this.#used);
    this.#nameMasks[id] = maskOf(this.#units, name, this.#used);
  }

  /** Its place stays, and nothing finds it there. */
  #drop(path: string): void {
    const id = this.#ids.get(path);
    if (id === undefined) return;
    this.#ids.delete(path);
    this.#pathMasks[id] = 0;
    this.#nameMasks[id] = 0;
  }

  #countIn(path: string): void {
    for (let folder = folderOf(path); folder !== ""; folder = folderOf(folder)) {
      const count = this.#children.get(folder);
      this.#children.set(folder, (count ?? 0) + 1);
      if (count !== undefined) return;
      this.#enter(folder);
    }
  }

  #countOut(path: string): void {
    for (let folder = folderOf(path); folder !== ""; folder = folderOf(folder)) {
      const count = (this.#children.get(folder) ?? 1) - 1;
      if (count > 0) {
        this.#children.set(folder, count);
        return;
      }
      this.#children.delete(folder);
      this.#drop(folder);
    }
  }

  #filesBelow(folder: string): string[] {
    const prefix = `${folder}/`;
    return [...this.#ids.keys()].filter((path) => path.startsWith(prefix) && !this.#children.has(path));
  }

  #growEntries(): void {
    const least = this.#starts.length * 2;
    this.#starts = grown(this.#starts, least);
    this.#names = grown(this.#names, least);
    this.#pathMasks = grown(this.#pathMasks, least);
    this.#nameMasks = grown(this.#nameMasks, least);
  }
}

function byScore(a: FoundPath, b: FoundPath): number {
  return b.score - a.score || a.path.length - b.path.length || (a.path < b.path ? -1 : 1);
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

function grown<Numbers extends Uint16Array | Uint32Array>(numbers: Numbers, least: number): Numbers;
function grown(numbers: Uint16Array | Uint32Array, least: number): Uint16Array | Uint32Array {
  const size = Math.max(least, numbers.length * 2);
  const larger = numbers instanceof Uint16Array ? new Uint16Array(size) : new Uint32Array(size);
  larger.set(numbers);
  return larger;
}
