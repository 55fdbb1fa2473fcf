// Watches the files that the chips of the current draft refer to.
import * as vscode from "vscode";
import { fileTargetOf } from "../../../message/file-target.ts";
import { symbolOf } from "../../../message/symbol-fact.ts";
import type { KnownPart } from "../../../message/part.ts";
import { FileWatch } from "../../files/file-watch.ts";
import { uriOf } from "../../files/workspace.ts";

/** `changed` gets the paths as they are in messages, or `undefined` if any file may have changed. */
export class DraftWatch implements vscode.Disposable {
  /** Paths by URI: messages may name the same file in two ways. */
  #paths = new Map<string, Set<string>>();
  readonly #files: FileWatch;
  readonly #focus: vscode.Disposable;

  constructor(changed: (paths: ReadonlySet<string> | undefined) => void) {
    this.#files = new FileWatch((uris) => {
      changed(new Set([...uris].flatMap((uri) => [...(this.#paths.get(uri) ?? [])])));
    });
    // Another program may have changed files that VS Code does not watch: excluded folders, some remote disks.
    this.#focus = vscode.window.onDidChangeWindowState(({ focused }) => {
      if (focused && this.#files.size > 0) changed(undefined);
    });
  }

  /** Watches the files of these parts, and no others. */
  watch(parts: readonly KnownPart[]): void {
    this.#paths = new Map();
    const uris = new Set(parts.flatMap((part) => fileTargetOf(part)?.path ?? symbolOf(part)?.path ?? []));
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
