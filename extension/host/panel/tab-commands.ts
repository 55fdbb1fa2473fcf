// A conversation in the editor area: opened there, and there again after a reload.
import type * as vscode from "vscode";
import * as z from "zod/mini";
import { readSession } from "../../persist/sessions.ts";
import type { Core } from "../core.ts";
import { mainOf } from "../conversations/target.ts";

export async function openInEditor(core: Core, argument: unknown): Promise<void> {
  await core.panes.openTab(mainOf(core, argument)).panel.focus();
}

/** The conversations that are open in tabs: VS Code keeps the tabs, and says of each only what it was called. */
export class KeptTabs {
  static readonly key = "galley.tabs";
  readonly #core: Core;
  /** Of the last window, and not restored yet. */
  #waiting: string[];

  constructor(core: Core) {
    this.#core = core;
    const kept = z.array(z.string()).safeParse(core.context.workspaceState.get(KeptTabs.key));
    this.#waiting = kept.success ? kept.data.filter((id) => readSession(core.store, id) !== undefined) : [];
  }

  keep(open: readonly string[]): void {
    this.#waiting = this.#waiting.filter((id) => !open.includes(id));
    void this.#core.context.workspaceState.update(KeptTabs.key, [...open, ...this.#waiting]);
  }

  /** Closes the tab if its conversation was deleted or another pane shows it. */
  restore(tab: vscode.WebviewPanel): void {
    const free = this.#waiting.filter((id) => this.#core.panes.of(id) === undefined);
    const id = free.find((one) => readSession(this.#core.store, one)?.title === tab.title) ?? free[0];
    if (id === undefined) tab.dispose();
    else this.#core.panes.openTab(id, tab);
  }
}
