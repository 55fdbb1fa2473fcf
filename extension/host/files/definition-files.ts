// Small text files that define something: found in folders, read with bounds, and watched.
import { homedir } from "node:os";
import { sep } from "node:path";
import * as vscode from "vscode";
import { isInside, wayTo } from "../../disk/places/same-path.ts";
import { reasonOf } from "../../text/reason.ts";
import { entriesOf, statOf } from "./look.ts";
import * as words from "./words.ts";

const MOST_FILES = 300;
const DEEPEST = 5;
const LARGEST_BYTES = 256 * 1024;
const SETTLE_MS = 100;

export interface Problem {
  file: string;
  line: number;
  reason: string;
}

/** Calls `changed` once after a burst of file changes, and when workspace folders change or the user trusts them. */
export class FolderWatch implements vscode.Disposable {
  readonly #changed: () => void;
  readonly #workspace: vscode.Disposable[];
  #watchers: vscode.Disposable[] = [];
  #timer: NodeJS.Timeout | undefined;

  /** Reads the patterns again when workspace folders change. */
  constructor(patterns: () => readonly vscode.RelativePattern[], changed: () => void) {
    this.#changed = changed;
    this.#workspace = [
      vscode.workspace.onDidChangeWorkspaceFolders(() => {
        this.#watch(patterns());
        this.#soon();
      }),
      vscode.workspace.onDidGrantWorkspaceTrust(() => {
        this.#soon();
      }),
    ];
    this.#watch(patterns());
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const one of [...this.#workspace, ...this.#watchers]) one.dispose();
  }

  #watch(patterns: readonly vscode.RelativePattern[]): void {
    for (const watcher of this.#watchers) watcher.dispose();
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
    this.#timer = setTimeout(this.#changed, SETTLE_MS);
  }
}

/** Includes the folders themselves: VS Code reports one that is created or deleted only by its own name. */
export function patternsFor(folders: readonly string[], user: vscode.Uri): vscode.RelativePattern[] {
  const within = folders.flatMap((folder) => [folder.split("/")[0], folder, `${folder}/**`]).join(",");
  const project = (vscode.workspace.workspaceFolders ?? []).map(
    (folder) => new vscode.RelativePattern(folder, `{${within}}`),
  );
  return [...project, new vscode.RelativePattern(user, "**")];
}

export function userFolder(path: string): vscode.Uri {
  return vscode.Uri.joinPath(vscode.Uri.file(homedir()), path);
}

/** Sorted paths below the folder; none if it does not exist. Does not follow links to folders. */
export async function listDefinitions(root: vscode.Uri, ending: string, problems: Problem[]): Promise<string[]> {
  const found: string[] = [];
  const visit = async (folder: string, depth: number): Promise<void> => {
    const entries = await entriesOf(vscode.Uri.joinPath(root, folder)).catch(() => []);
    for (const [name, type] of entries) {
      const path = folder === "" ? name : `${folder}/${name}`;
      if (type === vscode.FileType.Directory && depth < DEEPEST) await visit(path, depth + 1);
      else if (type & vscode.FileType.File && name.toLowerCase().endsWith(ending)) found.push(path);
    }
  };
  await visit("", 0);
  if (found.length > MOST_FILES)
    problems.push({
      file: nameOf(root),
      line: 1,
      reason: words.tooManyFiles(found.length, MOST_FILES),
    });
  return found.sort().slice(0, MOST_FILES);
}

/** The text, or why it cannot be read. */
export async function readDefinition(uri: vscode.Uri): Promise<{ text: string } | Problem> {
  const file = nameOf(uri);
  try {
    if ((await statOf(uri)).size > LARGEST_BYTES)
      return { file, line: 1, reason: words.fileTooLarge(LARGEST_BYTES / 1024) };
    const bytes = await vscode.workspace.fs.readFile(uri);
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch (error) {
    return { file, line: 1, reason: error instanceof TypeError ? words.fileNotText : reasonOf(error) };
  }
}

/** The path that Galley shows: relative to its workspace folder, or with `~` for the user's home. */
export function nameOf(uri: vscode.Uri): string {
  if (vscode.workspace.getWorkspaceFolder(uri) !== undefined) return vscode.workspace.asRelativePath(uri);
  const isHome = uri.scheme === "file" && isInside(homedir(), uri.fsPath);
  return isHome ? `~/${wayTo(homedir(), uri.fsPath).split(sep).join("/")}` : uri.path;
}
