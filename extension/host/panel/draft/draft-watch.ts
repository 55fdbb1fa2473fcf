// Watches the files that the chips of the current draft stand for, and no others.
import * as vscode from "vscode";
import { fileTargetOf } from "../../../message/file-target.ts";
import type { KnownPart } from "../../../message/part.ts";
import { FileWatch } from "../../files/file-watch.ts";
import { uriOf } from "../../files/workspace.ts";

/** `changed` gets paths as messages carry them; nothing at all means: anything may have changed. */
export class DraftWatch implements vscode.Disposable {
  /** Paths by address: the same file may be named in two ways. */
  #paths = new Map<string, Set<string>>();
  readonly #files: FileWatch;
  readonly #focus: vscode.Disposable;

  constructor(changed: (paths: ReadonlySet<string> | undefined) => void) {
    this.#files = new FileWatch((uris) => {
      changed(new Set([...uris].flatMap((uri) => [...(this.#paths.get(uri) ?? [])])));
    });
    // What the user did in another program, where nothing is watched: excluded folders, some remote disks.
    this.#focus = vscode.window.onDidChangeWindowState(({ focused }) => {
      if (focused && this.#files.size > 0) changed(undefined);
    });
  }

  /** From now on these parts' files, whatever was watched before. */
  watch(parts: readonly KnownPart[]): void {
    this.#paths = new Map();
    const uris = new Set(parts.flatMap((part) => fileTargetOf(part)?.path ?? []));
    this.#files.watch(
      [...uris].flatMap((path) => {
        const uri = uriOf(path);
        if (uri === undefined) return [];
        const key = uri.toString();
        this.#paths.set(key, (this.#paths.get(key) ?? new Set()).add(path));
        return [uri];
      }),
    );
  }

  dispose(): void {
    this.#files.dispose();
    this.#focus.dispose();
  }
}
