// Finds the skills below a folder, also in folders of folders, and says of everything else there why it is no skill.
import type { Skill } from "../catalog.ts";
import type { SkillProblem } from "../problem.ts";
import { PACKAGE_FILE } from "../read-package.ts";
import { parseSkillFile } from "../skill-file.ts";
import * as words from "../words.ts";
import { below, type SkillEntry, type SkillRoot } from "./skill-root.ts";

const FILE = "SKILL.md";

/** Folders that are looked at below one root. */
export const MOST_FOLDERS = 2_000;
const DEEPEST = 3;
const AT_ONCE = 16;

export interface FoundSkill {
  skill: Skill;
  root: SkillRoot;
  /** Below the root. */
  folder: string;
}

export interface FoundSkills {
  found: FoundSkill[];
  problems: SkillProblem[];
}

/** What the last reading found, by the path of the file: a file that has not changed is not read again. */
export type KnownSkills = Map<string, { stamp: string; read: Skill | SkillProblem }>;

export interface FindPorts {
  digest: (text: string) => string;
  known: KnownSkills;
}

/** Sorted by path. Never rejects. */
export async function findSkills(root: SkillRoot, ports: FindPorts): Promise<FoundSkills> {
  const top = visible(await root.entries(""));
  const problems = root.source === "bundled" ? [] : looseFiles(root, top);
  const folders = foldersIn(top);
  if (folders.length > MOST_FOLDERS)
    problems.push(problemAt(root, "", words.tooManyFolders(folders.length, MOST_FOLDERS)));
  const walk = new Walk(root, ports);
  const found: FoundSkill[] = [];
  const some = folders.slice(0, MOST_FOLDERS);
  for (let at = 0; at < some.length; at += AT_ONCE) {
    const each = await Promise.all(some.slice(at, at + AT_ONCE).map((name) => walk.visit(name, 1)));
    for (const one of each) {
      found.push(...one.found);
      problems.push(...one.problems);
    }
  }
  if (walk.isFull) problems.push(problemAt(root, "", words.tooManyNested(MOST_FOLDERS)));
  return { found, problems };
}

class Walk {
  readonly #root: SkillRoot;
  readonly #ports: FindPorts;
  #visited = 0;
  isFull = false;

  constructor(root: SkillRoot, ports: FindPorts) {
    this.#root = root;
    this.#ports = ports;
  }

  async visit(folder: string, depth: number): Promise<FoundSkills> {
    this.#visited += 1;
    const entries = visible(await this.#root.entries(folder));
    const file = skillFile(entries);
    if (file !== undefined) return this.#skill(folder, file, entries);
    const inner = depth < DEEPEST ? await this.#inside(folder, foldersIn(entries), depth) : NOTHING;
    if (inner.found.length + inner.problems.length > 0 || this.#root.source === "bundled") return inner;
    const at = entries.some(({ name }) => name === PACKAGE_FILE) ? below(folder, PACKAGE_FILE) : folder;
    return { found: [], problems: [problemAt(this.#root, at, words.fileMissing(FILE))] };
  }

  /** One after the other: a folder of folders is rare, and the limit counts all of them. */
  async #inside(folder: string, names: readonly string[], depth: number): Promise<FoundSkills> {
    const all: FoundSkills = { found: [], problems: [] };
    for (const name of names) {
      if (this.#visited >= MOST_FOLDERS * 2) {
        this.isFull = true;
        break;
      }
      const { found, problems } = await this.visit(below(folder, name), depth + 1);
      all.found.push(...found);
      all.problems.push(...problems);
    }
    // Folders in which nothing is a skill are named once, by the folder that holds them.
    return all.found.length > 0 ? all : { found: [], problems: all.problems.filter(({ reason }) => !isEmpty(reason)) };
  }

  async #skill(folder: string, file: string, entries: readonly SkillEntry[]): Promise<FoundSkills> {
    const read = await this.#read(folder, file, entries);
    if ("reason" in read) return { found: [], problems: [read] };
    return { found: [{ skill: read, root: this.#root, folder }], problems: [] };
  }

  async #read(folder: string, file: string, entries: readonly SkillEntry[]): Promise<Skill | SkillProblem> {
    const { source } = this.#root;
    const { known } = this.#ports;
    const path = below(folder, file);
    const key = this.#root.nameOf(path);
    const isPackage = entries.some(({ name }) => name === PACKAGE_FILE);
    const now = await this.#root.stamp(path);
    const stamp = `${source} ${entries.length} ${now ?? ""}`;
    const before = known.get(key);
    // The artifacts of a package have files of their own, so it is read again.
    if (!isPackage && now !== undefined && before?.stamp === stamp) return before.read;
    const read = await this.#parse(folder, path, entries.length > 1);
    known.set(key, { stamp, read });
    if (!isPackage || "reason" in read) return read;
    const pack = await this.#root.readPackage(folder, read);
    return "reason" in pack ? pack : { ...read, version: pack.pack.version, package: pack };
  }

  async #parse(folder: string, path: string, hasFiles: boolean): Promise<Skill | SkillProblem> {
    const { source } = this.#root;
    const read = await this.#root.read(path);
    if ("reason" in read) return read;
    const file = this.#root.nameOf(path);
    const parsed = parseSkillFile(read.text, folder.split("/").at(-1) ?? "");
    if (!parsed.ok) return { file, line: parsed.failure.line, reason: parsed.failure.reason };
    // A skill without a version gets a hash of its file.
    const version = parsed.value.version === "" ? this.#ports.digest(read.text).slice(0, 8) : parsed.value.version;
    return { ...parsed.value, version, source, file, folder: this.#root.pathOf(folder), hasFiles };
  }
}

const NOTHING: FoundSkills = { found: [], problems: [] };

function isEmpty(reason: string): boolean {
  return reason === words.fileMissing(FILE);
}

/** Hidden entries belong to other programs. */
function visible(entries: readonly SkillEntry[]): SkillEntry[] {
  return entries.filter(({ name }) => !name.startsWith(".") && name !== "node_modules");
}

function foldersIn(entries: readonly SkillEntry[]): string[] {
  return entries
    .filter(({ isFolder }) => isFolder)
    .map(({ name }) => name)
    .sort();
}

/** `SKILL.md`, or the same in other letters: some systems do not tell them apart. */
function skillFile(entries: readonly SkillEntry[]): string | undefined {
  const files = entries.filter(({ isFolder }) => !isFolder).map(({ name }) => name);
  return files.find((name) => name === FILE) ?? files.find((name) => name.toLowerCase() === FILE.toLowerCase());
}

/** Markdown beside the folders looks like a skill, but has no folder of its own. */
function looseFiles(root: SkillRoot, entries: readonly SkillEntry[]): SkillProblem[] {
  return entries
    .filter(({ name, isFolder }) => !isFolder && /\.md$/i.test(name) && !/^readme\.md$/i.test(name))
    .map(({ name }) => problemAt(root, name, words.looseFile(FILE)));
}

function problemAt(root: SkillRoot, path: string, reason: string): SkillProblem {
  return { file: root.nameOf(path), line: 1, reason };
}
