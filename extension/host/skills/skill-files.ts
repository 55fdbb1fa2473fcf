// Reads the skills of the workspace, of the user and of Galley, again whenever one of their files changes.
import * as vscode from "vscode";
import { contentId } from "../../persist/contents/blobs.ts";
import { mergeSkills, type Skill, type SkillListing } from "../../skills/catalog.ts";
import type { SkillProblem } from "../../skills/problem.ts";
import { parseSkillFile } from "../../skills/skill-file.ts";
import { PACKAGE_FILE } from "../../skills/read-package.ts";
import { FolderWatch, nameOf, patternsFor, readDefinition, userFolder } from "../files/definition-files.ts";
import { readPackageIn } from "./package-files.ts";
import * as words from "./words.ts";
import { pathOf } from "../files/workspace.ts";

/** In every workspace folder and in the user's home, in this order. */
const FOLDERS = [".galley/skills", ".claude/skills", ".agents/skills"];
const FILE = "SKILL.md";

const MOST_SKILLS = 2_000;
const AT_ONCE = 16;
const DEEPEST = 3;

/** The folders are listed again after this long: keys and previews ask for skills often. */
const LOOK_AGAIN_MS = 500;
const MOST_COMPANIONS = 200;

interface Place {
  source: Skill["source"];
  root: vscode.Uri;
}

export class SkillFiles implements vscode.Disposable {
  readonly #bundled: vscode.Uri;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscriptions: vscode.Disposable[];
  #reading: Promise<void>;
  #round = 0;
  #looked = 0;
  /** The folders of the last reading, to notice new and deleted ones. */
  #folders = "";
  #uris = new Map<Skill, vscode.Uri>();
  listing: SkillListing = { skills: [], problems: [], clashes: [] };
  readonly onChange = this.#changed.event;

  constructor(bundled: vscode.Uri) {
    this.#bundled = bundled;
    this.#subscriptions = [
      this.#changed,
      new FolderWatch(watched, () => {
        this.#reading = this.#read();
      }),
    ];
    this.#reading = this.#read();
  }

  /** Notices new and deleted folders, also if the watcher has not reported them yet. Never rejects. */
  async list(): Promise<SkillListing> {
    await this.#reading;
    if (Date.now() - this.#looked > LOOK_AGAIN_MS) {
      this.#looked = Date.now();
      if ((await this.#foldersNow()) !== this.#folders) this.#reading = this.#read();
      await this.#reading;
    }
    return this.listing;
  }

  /** The other files of a skill, by paths that tools take. Never rejects. */
  async companions(skill: Skill): Promise<string[]> {
    const folder = this.#uris.get(skill);
    return folder === undefined ? [] : (await filesIn(folder, 0)).map(pathOf);
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  /** Never rejects: what cannot be read is a problem in the list. Only the newest reading counts. */
  async #read(): Promise<void> {
    const round = ++this.#round;
    const names = await this.#foldersNow();
    const skills: Skill[] = [];
    const problems: SkillProblem[] = [];
    const uris = new Map<Skill, vscode.Uri>();
    for (const place of this.#places()) {
      const folders = await foldersIn(place.root, problems);
      for (let at = 0; at < folders.length; at += AT_ONCE) {
        const some = folders.slice(at, at + AT_ONCE);
        const reads = await Promise.all(some.map((folder) => readSkill(place.source, folder)));
        for (const [index, read] of reads.entries()) {
          const folder = some[index];
          if (read === undefined || folder === undefined) continue;
          if ("reason" in read) problems.push(read);
          else {
            skills.push(read);
            uris.set(read, folder);
          }
        }
      }
    }
    if (round !== this.#round) return;
    this.#folders = names;
    this.#looked = Date.now();
    this.listing = { ...mergeSkills(skills), problems };
    this.#uris = uris;
    this.#changed.fire();
  }

  async #foldersNow(): Promise<string> {
    const roots = await Promise.all(this.#places().map(({ root }) => foldersIn(root, [])));
    return roots.flat().join("\n");
  }

  /** Excludes the folders of an untrusted workspace. */
  #places(): Place[] {
    const folders = vscode.workspace.isTrusted ? (vscode.workspace.workspaceFolders ?? []) : [];
    return [
      ...folders.flatMap(({ uri }) =>
        FOLDERS.map((folder): Place => ({ source: "project", root: vscode.Uri.joinPath(uri, folder) })),
      ),
      ...FOLDERS.map((folder): Place => ({ source: "user", root: userFolder(folder) })),
      { source: "bundled", root: this.#bundled },
    ];
  }
}

function watched(): vscode.RelativePattern[] {
  const [first = "", ...others] = FOLDERS;
  const home = others.map((folder) => new vscode.RelativePattern(userFolder(folder), "**"));
  return [...patternsFor(FOLDERS, userFolder(first)), ...home];
}

/** Sorted by name. A link to a folder counts: skills are often shared that way. */
async function foldersIn(root: vscode.Uri, problems: SkillProblem[]): Promise<vscode.Uri[]> {
  const names = (await entriesOf(root))
    .filter(([name, type]) => type & vscode.FileType.Directory && !name.startsWith("."))
    .map(([name]) => name)
    .sort();
  if (names.length > MOST_SKILLS)
    problems.push({
      file: nameOf(root),
      line: 1,
      reason: words.tooManyFolders(names.length, MOST_SKILLS),
    });
  return names.slice(0, MOST_SKILLS).map((name) => vscode.Uri.joinPath(root, name));
}

/** `undefined` for a folder without a skill. */
async function readSkill(source: Skill["source"], folder: vscode.Uri): Promise<Skill | SkillProblem | undefined> {
  const entries = (await entriesOf(folder)).filter(([name]) => !name.startsWith("."));
  const isPackage = entries.some(([name]) => name === PACKAGE_FILE);
  if (!entries.some(([name]) => name === FILE)) return isPackage ? withoutSkillFile(folder) : undefined;
  const uri = vscode.Uri.joinPath(folder, FILE);
  const file = nameOf(uri);
  const read = await readDefinition(uri);
  if ("reason" in read) return read;
  const parsed = parseSkillFile(read.text, folder.path.split("/").at(-1) ?? "");
  if (!parsed.ok) return { file, line: parsed.failure.line, reason: parsed.failure.reason };
  // A skill without a version gets a hash of its file.
  const version = parsed.value.version === "" ? contentId(read.text).slice(0, 8) : parsed.value.version;
  const skill = { ...parsed.value, version, source, file, folder: pathOf(folder), hasFiles: entries.length > 1 };
  if (!isPackage) return skill;
  const pack = await readPackageIn(folder, parsed.value, source);
  return "reason" in pack ? pack : { ...skill, version: pack.pack.version, package: pack };
}

function withoutSkillFile(folder: vscode.Uri): SkillProblem {
  const file = nameOf(vscode.Uri.joinPath(folder, PACKAGE_FILE));
  return { file, line: 1, reason: words.fileMissing(FILE) };
}

async function filesIn(folder: vscode.Uri, depth: number): Promise<vscode.Uri[]> {
  const found: vscode.Uri[] = [];
  for (const [name, type] of (await entriesOf(folder)).sort(([one], [other]) => (one < other ? -1 : 1))) {
    if (name.startsWith(".") || found.length >= MOST_COMPANIONS) continue;
    const uri = vscode.Uri.joinPath(folder, name);
    if (type === vscode.FileType.Directory && depth < DEEPEST) found.push(...(await filesIn(uri, depth + 1)));
    else if (type & vscode.FileType.File && !(depth === 0 && name === FILE)) found.push(uri);
  }
  return found;
}

async function entriesOf(folder: vscode.Uri): Promise<[string, vscode.FileType][]> {
  return vscode.workspace.fs.readDirectory(folder).then(
    (list) => list,
    () => [],
  );
}
