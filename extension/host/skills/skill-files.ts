// The files of skills: of the workspace, of the user and of Galley, followed as they change.
import * as vscode from "vscode";
import { contentId } from "../../persist/contents/blobs.ts";
import type { Skill, SkillListing } from "../../skills/catalog.ts";
import { SkillLibrary } from "../../skills/files/skill-library.ts";
import { below, type SkillRoot } from "../../skills/files/skill-root.ts";
import { FolderWatch, nameOf, patternsFor, readDefinition, userFolder } from "../files/definition-files.ts";
import { entriesOf, statOf } from "../files/look.ts";
import { pathOf } from "../files/workspace.ts";
import { readPackageIn } from "./package-files.ts";

/** In every workspace folder and in the user's home, in this order. */
const FOLDERS = [".galley/skills", ".claude/skills", ".agents/skills"];

const DEEPEST = 3;
const MOST_COMPANIONS = 200;

export class SkillFiles implements vscode.Disposable {
  readonly #bundled: vscode.Uri;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #library: SkillLibrary;
  readonly #subscriptions: vscode.Disposable[];
  readonly onChange = this.#changed.event;

  constructor(bundled: vscode.Uri) {
    this.#bundled = bundled;
    this.#library = new SkillLibrary({
      roots: () => this.#roots(),
      digest: contentId,
      now: () => Date.now(),
      changed: () => {
        this.#changed.fire();
      },
    });
    this.#subscriptions = [
      this.#changed,
      new FolderWatch(watched, () => {
        this.#library.refresh();
      }),
    ];
  }

  /** As last read. */
  get listing(): SkillListing {
    return this.#library.listing;
  }

  /** Never rejects. */
  list(): Promise<SkillListing> {
    return this.#library.list();
  }

  /** The other files of a skill, by paths that tools take. Never rejects. */
  async companions(skill: Skill): Promise<string[]> {
    const place = this.#library.placeOf(skill);
    if (place === undefined) return [];
    const { root, folder } = place;
    const own = skill.file.split("/").at(-1) ?? "";
    return (await filesIn(root, folder, 0)).filter((path) => path !== below(folder, own)).map(root.pathOf);
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  /** Excludes the folders of an untrusted workspace. */
  #roots(): SkillRoot[] {
    const folders = vscode.workspace.isTrusted ? (vscode.workspace.workspaceFolders ?? []) : [];
    return [
      ...folders.flatMap(({ uri }) => FOLDERS.map((folder) => rootAt("project", vscode.Uri.joinPath(uri, folder)))),
      ...FOLDERS.map((folder) => rootAt("user", userFolder(folder))),
      rootAt("bundled", this.#bundled),
    ];
  }
}

function rootAt(source: Skill["source"], root: vscode.Uri): SkillRoot {
  const uriOf = (path: string): vscode.Uri => (path === "" ? root : vscode.Uri.joinPath(root, path));
  return {
    source,
    entries: (folder) => foldersAndFiles(uriOf(folder)),
    stamp: (file) => stampOf(uriOf(file)),
    read: (file) => readDefinition(uriOf(file)),
    readPackage: (folder, skill) => readPackageIn(uriOf(folder), skill, source),
    nameOf: (path) => nameOf(uriOf(path)),
    pathOf: (path) => pathOf(uriOf(path)),
  };
}

function watched(): vscode.RelativePattern[] {
  const [first = "", ...others] = FOLDERS;
  const home = others.map((folder) => new vscode.RelativePattern(userFolder(folder), "**"));
  return [...patternsFor(FOLDERS, userFolder(first)), ...home];
}

async function filesIn(root: SkillRoot, folder: string, depth: number): Promise<string[]> {
  const found: string[] = [];
  for (const { name, isFolder } of (await root.entries(folder)).sort((one, other) =>
    one.name < other.name ? -1 : 1,
  )) {
    if (name.startsWith(".") || found.length >= MOST_COMPANIONS) continue;
    const path = below(folder, name);
    if (!isFolder) found.push(path);
    else if (depth < DEEPEST) found.push(...(await filesIn(root, path, depth + 1)));
  }
  return found;
}

/** A folder that does not exist has none. */
async function foldersAndFiles(folder: vscode.Uri): Promise<{ name: string; isFolder: boolean }[]> {
  const entries = await entriesOf(folder).catch(() => []);
  return entries.map(([name, type]) => ({ name, isFolder: (type & vscode.FileType.Directory) !== 0 }));
}

/** A file that cannot be looked at is read, and the reading says why. */
async function stampOf(uri: vscode.Uri): Promise<string | undefined> {
  return statOf(uri).then(
    ({ mtime, size }) => `${mtime} ${size}`,
    () => undefined,
  );
}
