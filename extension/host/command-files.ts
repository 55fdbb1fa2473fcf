// Command files of the workspace folders and of the user, read again whenever one of them changes.
import { homedir } from "node:os";
import * as vscode from "vscode";
import type { Command } from "../compose/catalog.ts";
import { commandId, parseCommandFile } from "../compose/command-file.ts";
import { reasonOf } from "../message/reason.ts";

/** In every workspace folder, the first of a name wins. Only the first is ours; the others are read as they are. */
const PROJECT = [
  { folder: ".galley/commands", ending: ".md" },
  { folder: ".claude/commands", ending: ".md" },
  { folder: ".github/prompts", ending: ".prompt.md" },
] as const;

const USER = ".galley/commands";

const MOST_FILES = 300;
const DEEPEST = 5;
const LARGEST_BYTES = 256 * 1024;
const SETTLE_MS = 100;

interface Place {
  source: "project" | "user";
  root: vscode.Uri;
  ending: string;
}

export interface Problem {
  file: string;
  line: number;
  reason: string;
}

export class CommandFiles implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscriptions: vscode.Disposable[];
  #watchers: vscode.Disposable[] = [];
  #timer: NodeJS.Timeout | undefined;
  #round = 0;
  commands: Command[] = [];
  problems: Problem[] = [];
  readonly onChange = this.#changed.event;
  /** The first reading is done. */
  readonly ready: Promise<void>;

  constructor() {
    this.#subscriptions = [
      this.#changed,
      vscode.workspace.onDidChangeWorkspaceFolders(() => {
        this.#watch();
        this.#soon();
      }),
      vscode.workspace.onDidGrantWorkspaceTrust(() => {
        this.#soon();
      }),
    ];
    this.#watch();
    this.ready = this.#read();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const subscription of [...this.#watchers, ...this.#subscriptions]) subscription.dispose();
  }

  /** A folder that comes or goes as a whole says so only by its own name. */
  #watch(): void {
    for (const watcher of this.#watchers) watcher.dispose();
    const within = PROJECT.flatMap(({ folder }) => [folder.split("/")[0], folder, `${folder}/**`]).join(",");
    const project = (vscode.workspace.workspaceFolders ?? []).map(
      (folder) => new vscode.RelativePattern(folder, `{${within}}`),
    );
    const patterns = [...project, new vscode.RelativePattern(userRoot(), "**")];
    this.#watchers = patterns.map((pattern) => {
      const watcher = vscode.workspace.createFileSystemWatcher(pattern);
      const soon = (): void => {
        this.#soon();
      };
      watcher.onDidCreate(soon);
      watcher.onDidChange(soon);
      watcher.onDidDelete(soon);
      return watcher;
    });
  }

  #soon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#read(), SETTLE_MS);
  }

  /** Never rejects: what cannot be read is a problem in the list. Only the newest reading counts. */
  async #read(): Promise<void> {
    const round = ++this.#round;
    const commands: Command[] = [];
    const problems: Problem[] = [];
    for (const place of places()) {
      for (const path of await listFiles(place.root, place.ending, problems)) {
        const read = await readCommand(place, path);
        if ("reason" in read) problems.push(read);
        else commands.push(read);
      }
    }
    if (round !== this.#round) return;
    this.commands = commands;
    this.problems = problems;
    this.#changed.fire();
  }
}

/** A workspace that is not trusted brings no commands. */
function places(): Place[] {
  const folders = vscode.workspace.isTrusted ? (vscode.workspace.workspaceFolders ?? []) : [];
  const project = folders.flatMap(({ uri }) =>
    PROJECT.map(({ folder, ending }): Place => ({
      source: "project",
      root: vscode.Uri.joinPath(uri, folder),
      ending,
    })),
  );
  return [...project, { source: "user", root: userRoot(), ending: ".md" }];
}

function userRoot(): vscode.Uri {
  return vscode.Uri.joinPath(vscode.Uri.file(homedir()), USER);
}

/** Paths below the folder, sorted; none where there is no folder. Links to folders are not followed. */
async function listFiles(root: vscode.Uri, ending: string, problems: Problem[]): Promise<string[]> {
  const found: string[] = [];
  const visit = async (folder: string, depth: number): Promise<void> => {
    const entries = await vscode.workspace.fs.readDirectory(vscode.Uri.joinPath(root, folder)).then(
      (list) => list,
      () => [],
    );
    for (const [name, type] of entries) {
      const path = folder === "" ? name : `${folder}/${name}`;
      if (type === vscode.FileType.Directory && depth < DEEPEST) await visit(path, depth + 1);
      else if (type & vscode.FileType.File && name.toLowerCase().endsWith(ending)) found.push(path);
    }
  };
  await visit("", 0);
  if (found.length > MOST_FILES)
    problems.push({ file: nameOf(root), line: 1, reason: `only ${MOST_FILES} of its ${found.length} files are read` });
  return found.sort().slice(0, MOST_FILES);
}

async function readCommand(place: Place, path: string): Promise<Command | Problem> {
  const uri = vscode.Uri.joinPath(place.root, path);
  const file = nameOf(uri);
  const id = commandId(path);
  if (id === undefined) return { file, line: 1, reason: "its name makes no command" };
  try {
    if ((await vscode.workspace.fs.stat(uri)).size > LARGEST_BYTES)
      return { file, line: 1, reason: `it is larger than ${LARGEST_BYTES / 1024} KB` };
    const bytes = await vscode.workspace.fs.readFile(uri);
    const parsed = parseCommandFile(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
    return parsed.ok ? { id, source: place.source, origin: file, ...parsed.command } : { file, ...parsed };
  } catch (error) {
    return { file, line: 1, reason: error instanceof TypeError ? "it is not UTF-8 text" : reasonOf(error) };
  }
}

/** As people call it: below its workspace folder, or below their home. */
function nameOf(uri: vscode.Uri): string {
  const home = vscode.Uri.file(homedir()).path;
  if (vscode.workspace.getWorkspaceFolder(uri) !== undefined) return vscode.workspace.asRelativePath(uri);
  return uri.path.startsWith(`${home}/`) ? `~${uri.path.slice(home.length)}` : uri.path;
}
