// Watches the files that the chips of the current draft stand for, and no others.
import * as vscode from "vscode";
import { fileTargetOf } from "../message/file-target.ts";
import type { KnownPart } from "../message/part.ts";
import { uriOf } from "./workspace.ts";

/** A file that is written in pieces is looked at once. */
const SETTLE_MS = 300;

/** `changed` gets paths as messages carry them; nothing at all means: anything may have changed. */
export class DraftWatch implements vscode.Disposable {
  /** By path. */
  readonly #watched = new Map<string, { uri: string; watcher: vscode.Disposable }>();
  readonly #subscriptions: vscode.Disposable[];
  readonly #changed: (paths: ReadonlySet<string> | undefined) => void;
  readonly #waiting = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(changed: (paths: ReadonlySet<string> | undefined) => void) {
    this.#changed = changed;
    const look = ({ uri }: vscode.TextDocument): void => {
      this.#note(uri.toString());
    };
    this.#subscriptions = [
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        look(document);
      }),
      vscode.workspace.onDidSaveTextDocument(look),
      vscode.workspace.onDidCloseTextDocument(look),
      // What the user did in another program, where nothing is watched: excluded folders, some remote disks.
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (focused && this.#watched.size > 0) this.#changed(undefined);
      }),
    ];
  }

  /** From now on these parts' files, whatever was watched before. */
  watch(parts: readonly KnownPart[]): void {
    const paths = new Set(parts.flatMap((part) => fileTargetOf(part)?.path ?? []));
    for (const [path, { watcher }] of this.#watched) {
      if (paths.has(path)) continue;
      watcher.dispose();
      this.#watched.delete(path);
    }
    for (const path of paths) {
      const uri = this.#watched.has(path) ? undefined : uriOf(path);
      if (uri !== undefined) this.#watched.set(path, { uri: uri.toString(), watcher: this.#watchFile(path, uri) });
    }
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const { watcher } of this.#watched.values()) watcher.dispose();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #watchFile(path: string, uri: vscode.Uri): vscode.Disposable {
    if (uri.scheme === "untitled") return { dispose: () => undefined };
    const folder = vscode.Uri.joinPath(uri, "..");
    const name = uri.path.slice(uri.path.lastIndexOf("/") + 1).replace(/[?*[\]{}]/g, "[$&]");
    const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(folder, name));
    const note = (): void => {
      this.#notePath(path);
    };
    watcher.onDidChange(note);
    watcher.onDidCreate(note);
    watcher.onDidDelete(note);
    return watcher;
  }

  #note(uri: string): void {
    for (const [path, watched] of this.#watched) if (watched.uri === uri) this.#notePath(path);
  }

  #notePath(path: string): void {
    this.#waiting.add(path);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const paths = new Set(this.#waiting);
      this.#waiting.clear();
      this.#changed(paths);
    }, SETTLE_MS);
  }
}
