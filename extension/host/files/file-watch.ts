// Watches a set of files, on disk and in editors, and reports a burst of changes once.
import * as vscode from "vscode";
import { ownUri } from "./own-uri.ts";

/** A file that is written in pieces is reported once. */
const SETTLE_MS = 300;

export class FileWatch implements vscode.Disposable {
  readonly #watchers = new Map<string, vscode.Disposable>();
  readonly #subscriptions: vscode.Disposable[];
  readonly #changed: (uris: ReadonlySet<string>) => void;
  readonly #waiting = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(changed: (uris: ReadonlySet<string>) => void) {
    this.#changed = changed;
    const look = ({ uri }: vscode.TextDocument): void => {
      // An editor may have been opened by another path than the file is watched by.
      for (const one of [uri, ownUri(uri)]) if (this.#watchers.has(one.toString())) this.#note(one);
    };
    this.#subscriptions = [
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        look(document);
      }),
      vscode.workspace.onDidSaveTextDocument(look),
      vscode.workspace.onDidCloseTextDocument(look),
    ];
  }

  get size(): number {
    return this.#watchers.size;
  }

  /** Replaces the set of watched files. */
  watch(uris: readonly vscode.Uri[]): void {
    const wanted = new Map(uris.map((uri) => [uri.toString(), uri]));
    for (const [key, watcher] of this.#watchers) {
      if (wanted.has(key)) continue;
      watcher.dispose();
      this.#watchers.delete(key);
    }
    for (const [key, uri] of wanted) if (!this.#watchers.has(key)) this.#watchers.set(key, this.#watcher(uri));
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const one of [...this.#subscriptions, ...this.#watchers.values()]) one.dispose();
  }

  #watcher(uri: vscode.Uri): vscode.Disposable {
    if (uri.scheme === "untitled") return { dispose: () => undefined };
    const folder = vscode.Uri.joinPath(uri, "..");
    const name = uri.path.slice(uri.path.lastIndexOf("/") + 1).replace(/[?*[\]{}]/g, "[$&]");
    const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(folder, name));
    const note = (): void => {
      this.#note(uri);
    };
    watcher.onDidChange(note);
    watcher.onDidCreate(note);
    watcher.onDidDelete(note);
    return watcher;
  }

  #note(uri: vscode.Uri): void {
    this.#waiting.add(uri.toString());
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const uris = new Set(this.#waiting);
      this.#waiting.clear();
      this.#changed(uris);
    }, SETTLE_MS);
  }
}
