// The files the user works with: open in an editor, or recently opened, edited or mentioned.
import * as vscode from "vscode";
import * as z from "zod/mini";
import type { FilesInUse } from "../../acquire/find-paths/in-use.ts";
import { Recent } from "../../acquire/recent.ts";
import { changedPaths } from "./changed-files.ts";
import { pathOf } from "./workspace.ts";

const KEY = "galley.recentFiles";
const MOST = 60;

export class RecentFiles implements vscode.Disposable {
  readonly #memento: vscode.Memento;
  readonly #recent: Recent;
  readonly #listening: vscode.Disposable;

  constructor(memento: vscode.Memento) {
    this.#memento = memento;
    this.#recent = new Recent(MOST, z.array(z.string()).safeParse(memento.get(KEY)).data ?? []);
    for (const path of openPaths().toReversed()) this.#recent.touch(path);
    const seen = (document: vscode.TextDocument | undefined): void => {
      if (document !== undefined && isPlace(document.uri)) this.touch(pathOf(document.uri));
    };
    this.#listening = vscode.Disposable.from(
      vscode.window.onDidChangeActiveTextEditor((editor) => seen(editor?.document)),
      vscode.workspace.onDidChangeTextDocument(({ document }) => seen(document)),
    );
  }

  /** Open files first, then the most recently used. */
  get paths(): string[] {
    return [...new Set([...openPaths(), ...this.#recent.paths])];
  }

  touch(path: string): void {
    if (this.#recent.touch(path)) void this.#memento.update(KEY, this.#recent.paths);
  }

  /** As they are now. */
  get inUse(): FilesInUse {
    return { open: openPaths(), recent: this.#recent.paths, changed: changedPaths() };
  }

  dispose(): void {
    this.#listening.dispose();
  }
}

/** The file of the active editor first, then those of the other tabs in their order. */
function openPaths(): string[] {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  const inputs = tabs.map(({ input }) => input);
  const uris = inputs.flatMap((input) => (input instanceof vscode.TabInputText ? [input.uri] : []));
  const active = vscode.window.activeTextEditor?.document.uri;
  const all = active === undefined ? uris : [active, ...uris];
  return [...new Set(all.filter(isPlace).map(pathOf))];
}

/** Excludes output channels, the other side of a diff and settings pages. */
function isPlace(uri: vscode.Uri): boolean {
  return uri.scheme === "untitled" || vscode.workspace.getWorkspaceFolder(uri) !== undefined || uri.scheme === "file";
}
