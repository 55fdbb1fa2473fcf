// All paths of the workspace, indexed so that a search takes a few milliseconds while the user types.
import { hasBlank, isWordStart, lowered } from "../../text/paths/fuzzy.ts";
import { isTest, matchPath, nameStart } from "../../text/paths/path-score.ts";
import { CLASSES, FirstLook, HELD, maskOf, NO_MATCH, UNIT, WORD_START, WordsLook } from "./first-look.ts";
import { grown } from "./grown.ts";
import type { InUse } from "./in-use.ts";
import { Shortlist } from "./shortlist.ts";

export interface FoundPath {
  path: string;
  isFolder: boolean;
  score: number;
  /** The matched positions in `path`. */
  at: number[];
  /** Not by its name as a whole: see `PathMatch`. */
  loose: boolean;
}

export interface PathQuery {
  query: string;
  limit: number;
  /** These files are always matched exactly, however poor their first match. */
  inUse: InUse;
  /** Set when the user asks for lines, which folders do not have. */
  filesOnly?: boolean;
}

/** The entries that contain the query's letters, whether or not they match yet. */
interface Scanned {
  /** Not set when the query has several words. */
  names: Uint32Array | undefined;
  /** Not set when there were names enough. */
  paths: Uint32Array | undefined;
}

interface Scan {
  look: FirstLook | WordsLook;
  /** `undefined` for all paths. */
  among: Uint32Array | undefined;
  best: Shortlist;
  /** Of each folder by its number, whether a file in it is in use. */
  near: Uint8Array;
  /** How many classes below the others its matches stand. */
  worse: number;
}

/** How many names are known for each first letter. */
const EACH_LETTER = 6;

/** Tests and folders are looked at like names that are this much longer. */
const UNLIKELY = 60;

/** Match at most this many exactly. */
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
  /** Which folder an entry is in, as a number. */
  #folders = new Uint32Array(1 << 12);
  /** 1 of tests and folders. */
  #unlikely = new Uint8Array(1 << 12);
  readonly #folderNumbers = new Map<string, number>();
  #pathMasks = new Uint32Array(1 << 12);
  #nameMasks = new Uint32Array(1 << 12);
  /** The last search: a longer query is looked for among its matches only. */
  #last: (Scanned & { query: string }) | undefined;
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
    this.#enter(path, isTest(path));
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
  search({ query, limit, inUse, filesOnly = false }: PathQuery): FoundPath[] {
    const wanted = lowered(query);
    if (wanted === "") return [];
    const found = new Map<number, FoundPath>();
    const look = (id: number): void => {
      const path = this.#paths[id];
      if (path === undefined || found.has(id) || this.#ids.get(path) !== id) return;
      const isFolder = this.#children.has(path);
      if (isFolder && filesOnly) return;
      const match = matchPath({ path, isFolder }, query, inUse.weigh(path));
      if (match !== undefined) found.set(id, { path, isFolder, ...match });
    };
    for (const path of inUse.paths) look(this.#ids.get(path) ?? -1);
    for (const id of this.#candidates(wanted, this.#foldersIn(inUse))) look(id);
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

  #foldersIn({ folders }: InUse): Uint8Array {
    const near = new Uint8Array(this.#folderNumbers.size);
    for (const folder of folders) near[this.#folderNumbers.get(folder) ?? near.length] = 1;
    return near;
  }

  #candidates(wanted: string, near: Uint8Array): Iterable<number> {
    const into = { best: new Shortlist(LOOKED_AT, 2 * CLASSES), near };
    const last = this.#last !== undefined && wanted.startsWith(this.#last.query) ? this.#last : undefined;
    const scanned = hasBlank(wanted) ? this.#scanWords(wanted, last, into) : this.#scanLetters(wanted, last, into);
    this.#last = { query: wanted, ...scanned };
    return into.best.ids();
  }

  #scanLetters(wanted: string, last: Scanned | undefined, into: Pick<Scan, "best" | "near">): Scanned {
    const hasSlash = wanted.includes("/");
    // Only a path that holds the query across its folders can match one with a slash.
    const byName = { look: new FirstLook(wanted, true), among: last?.names, ...into, worse: 0 };
    const names = hasSlash ? new Uint32Array() : this.#scan("names", byName);
    const byPath = { look: new FirstLook(wanted, hasSlash), among: last?.paths, ...into, worse: CLASSES };
    return { names, paths: into.best.count < LOOKED_AT ? this.#scan("paths", byPath) : undefined };
  }

  #scanWords(wanted: string, last: Scanned | undefined, into: Pick<Scan, "best" | "near">): Scanned {
    // What was found for letters alone is another list: a word may be in a folder.
    const among = last?.names === undefined ? last?.paths : undefined;
    return { names: undefined, paths: this.#scan("paths", { look: new WordsLook(wanted), among, ...into, worse: 0 }) };
  }

  /** Those that hold the query. */
  #scan(where: "names" | "paths", { look, among, best, near, worse }: Scan): Uint32Array {
    const { mask } = look;
    const [units, starts, names] = [this.#units, this.#starts, this.#names];
    const masks = where === "names" ? this.#nameMasks : this.#pathMasks;
    const count = among?.length ?? this.#paths.length;
    const hits = new Uint32Array(count);
    const stretch = { start: 0, name: 0, end: 0, folder: 0 };
    let kept = 0;
    for (let index = 0; index < count; index += 1) {
      const id = among === undefined ? index : (among[index] ?? 0);
      if (((masks[id] ?? 0) & mask) !== mask) continue;
      stretch.name = names[id] ?? 0;
      stretch.start = where === "names" ? stretch.name : (starts[id] ?? 0);
      stretch.end = starts[id + 1] ?? 0;
      stretch.folder = where === "names" ? 0 : (this.#folders[id] ?? 0);
      const grade = look.grade(units, stretch);
      if (grade === NO_MATCH) continue;
      hits[kept++] = id;
      if (grade === HELD) continue;
      const length = near[this.#folders[id] ?? 0] === 1 ? 0 : stretch.end - stretch.start;
      best.add(id, grade + worse, length + UNLIKELY * (this.#unlikely[id] ?? 0));
    }
    return hits.subarray(0, kept);
  }

  #enter(path: string, isUnlikely: boolean): void {
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
    this.#unlikely[id] = isUnlikely ? 1 : 0;
    this.#folders[id] = this.#folderNumber(folderOf(path));
    this.#pathMasks[id] = maskOf(this.#units, start, this.#used);
    this.#nameMasks[id] = maskOf(this.#units, name, this.#used);
  }

  #folderNumber(folder: string): number {
    const known = this.#folderNumbers.get(folder);
    if (known !== undefined) return known;
    this.#folderNumbers.set(folder, this.#folderNumbers.size);
    return this.#folderNumbers.size - 1;
  }

  /** Keeps its number, but without letters no search finds it. */
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
      this.#enter(folder, true);
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
    this.#folders = grown(this.#folders, least);
    this.#unlikely = grown(this.#unlikely, least);
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
