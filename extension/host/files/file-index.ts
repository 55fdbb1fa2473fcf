// The index of the workspace's files: filled on first use, and kept up to date by watchers.
import { stat } from "node:fs/promises";
import * as vscode from "vscode";
import { PathIndex } from "../../acquire/find-paths/path-index.ts";
import { isListed, listFiles } from "../../disk/list-files.ts";
import { kindAt, pathOf, uriOf } from "./workspace.ts";

/** Changes are collected for this long, and then handled together. */
const GATHER_MS = 200;

export class FileIndex implements vscode.Disposable {
  paths = new PathIndex();
  readonly #watching: vscode.Disposable[] = [];
  readonly #changed = new Map<string, vscode.Uri>();
  readonly #grown = new vscode.EventEmitter<void>();
  /** Fires when files were added or removed, and when the index is complete. */
  readonly onGrown = this.#grown.event;
  #building: AbortController | undefined;
  #isComplete = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** The first call starts to fill the index. */
  warm(): void {
    if (this.#watching.length > 0) return;
    this.#watch();
    void this.#build();
  }

  dispose(): void {
    this.#building?.abort();
    clearTimeout(this.#timer);
    for (const watching of this.#watching) watching.dispose();
    this.#grown.dispose();
  }

  /** The old index serves until the new one is complete. */
  async #build(): Promise<void> {
    this.#building?.abort();
    const { signal } = (this.#building = new AbortController());
    const fresh = new PathIndex();
    if (this.paths.size === 0) this.paths = fresh;
    for (const folder of vscode.workspace.workspaceFolders ?? []) {
      // A folder that cannot be listed adds no files.
      await this.#list(fresh, folder.uri, signal).catch(() => undefined);
    }
    if (signal.aborted) return;
    this.paths = fresh;
    this.#isComplete = true;
    this.#grown.fire();
  }

  async #list(into: PathIndex, folder: vscode.Uri, signal: AbortSignal, below = ""): Promise<void> {
    const prefix = pathOf(folder) === "" ? "" : `${pathOf(folder)}/`;
    let told = performance.now();
    const found = (path: string): void => {
      into.add(prefix + path);
      if (performance.now() - told < GATHER_MS) return;
      told = performance.now();
      if (into === this.paths) this.#grown.fire();
    };
    if (folder.scheme === "file") return listFiles(folder.fsPath, { exclude: excluded(folder), signal, below }, found);
    // VS Code lists the files of other file systems, and does not read ignore files.
    const uris = await vscode.workspace.findFiles(new vscode.RelativePattern(folder, `${below}${below && "/"}**`));
    for (const uri of uris) if (!signal.aborted) into.add(pathOf(uri));
  }

  #watch(): void {
    const files = vscode.workspace.createFileSystemWatcher("**/*", false, true, false);
    const rules = vscode.workspace.createFileSystemWatcher("**/.{gitignore,ignore,galleyignore}");
    const rebuild = (): void => this.#later("rebuild");
    const note = (uri: vscode.Uri): void => this.#later(uri);
    this.#watching.push(
      ...[files, files.onDidCreate(note), files.onDidDelete(note)],
      ...[rules, rules.onDidChange(rebuild), rules.onDidCreate(rebuild), rules.onDidDelete(rebuild)],
      vscode.workspace.onDidChangeWorkspaceFolders(rebuild),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration("files.exclude") || change.affectsConfiguration("search.exclude")) rebuild();
      }),
    );
  }

  #later(change: vscode.Uri | "rebuild"): void {
    if (change === "rebuild") this.#isComplete = false;
    else this.#changed.set(change.toString(), change);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const uris = [...this.#changed.values()];
      this.#changed.clear();
      // A listing that still runs may have passed these places already: list everything again.
      if (this.#isComplete) void this.#update(uris);
      else void this.#build();
    }, GATHER_MS);
  }

  async #update(uris: readonly vscode.Uri[]): Promise<void> {
    const { paths } = this;
    for (const uri of uris) {
      const folder = vscode.workspace.getWorkspaceFolder(uri)?.uri;
      if (folder?.scheme !== "file") continue;
      const inside = uri.path.slice(folder.path.length + 1);
      // A deleted file leaves the index.
      const found = await stat(uri.fsPath).catch(() => undefined);
      if (found === undefined) paths.remove(pathOf(uri));
      else if (!(await isListed(folder.fsPath, found.isDirectory() ? `${inside}/` : inside, excluded(folder))))
        continue;
      else if (found.isDirectory()) await this.#list(paths, folder, AbortSignal.timeout(60_000), inside);
      else paths.add(pathOf(uri));
    }
    this.#grown.fire();
  }
}

/** What the disk has at a path, also if the index excludes it. */
export async function isOnDisk(path: string): Promise<"file" | "folder" | undefined> {
  try {
    const uri = uriOf(path);
    return uri && (await kindAt(uri));
  } catch {
    return undefined; // the path looks like a URI, but is not a valid one
  }
}

/** Skips patterns with a `when` clause: it is better to list one file too many than to miss one. */
export function excluded(folder: vscode.Uri): string[] {
  return ["files", "search"].flatMap((section) => {
    const patterns = vscode.workspace.getConfiguration(section, folder).get<Record<string, unknown>>("exclude", {});
    return Object.keys(patterns).filter((pattern) => patterns[pattern] === true);
  });
}
