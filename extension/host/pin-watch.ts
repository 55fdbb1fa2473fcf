// Notices when something that is pinned changes, on disk or in an editor, so that the Shelf tells the truth.
import * as vscode from "vscode";

const SETTLE_MS = 200;

export class PinWatch implements vscode.Disposable {
  readonly #changed: () => void;
  readonly #subscriptions: vscode.Disposable[];
  readonly #watchers = new Map<string, vscode.Disposable>();
  #timer: NodeJS.Timeout | undefined;

  /** `changed` is called once for what happens in quick succession. */
  constructor(changed: () => void) {
    this.#changed = changed;
    this.#subscriptions = [
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.#note(document.uri)),
      vscode.workspace.onDidSaveTextDocument(({ uri }) => this.#note(uri)),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#note(uri)),
    ];
  }

  /** These and no others, from now on. */
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
    for (const subscription of [...this.#subscriptions, ...this.#watchers.values()]) subscription.dispose();
  }

  #watcher(uri: vscode.Uri): vscode.Disposable {
    if (uri.scheme === "untitled") return new vscode.Disposable(() => undefined);
    const folder = vscode.Uri.joinPath(uri, "..");
    const name = uri.path.slice(uri.path.lastIndexOf("/") + 1);
    const pattern = name.replace(/[[\]{}*?]/g, "?");
    const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(folder, pattern));
    const note = (): void => this.#soon();
    return vscode.Disposable.from(
      watcher,
      watcher.onDidChange(note),
      watcher.onDidCreate(note),
      watcher.onDidDelete(note),
    );
  }

  #note(uri: vscode.Uri): void {
    if (this.#watchers.has(uri.toString())) this.#soon();
  }

  #soon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#changed, SETTLE_MS);
  }
}
