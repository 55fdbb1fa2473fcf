// Opens a conversation in an editor tab, and restores the tab after a reload.
import type * as vscode from "vscode";
import * as z from "zod/mini";
import { readSummary } from "../../persist/conversations.ts";
import { namedBy } from "../window/named.ts";
import type { PanelNeeds } from "./needs.ts";
import type { ShownPanes } from "./shown-pane.ts";

export async function openInEditor(panes: ShownPanes, argument: unknown): Promise<void> {
  await panes.openTab(namedBy(argument) ?? panes.main.id).panel.focus();
}

type Needs = Pick<PanelNeeds, "store" | "workspaceState">;

/** Remembers the conversations in tabs: of a restored tab, VS Code gives only the title. */
export class KeptTabs {
  static readonly key = "galley.tabs";
  readonly #needs: Needs;
  readonly #panes: Pick<ShownPanes, "of" | "openTab">;
  /** The conversations of tabs that VS Code has not restored yet. */
  #waiting: string[];

  constructor(needs: Needs, panes: Pick<ShownPanes, "of" | "openTab">) {
    this.#needs = needs;
    this.#panes = panes;
    const kept = z.array(z.string()).safeParse(needs.workspaceState.get(KeptTabs.key));
    this.#waiting = kept.success ? kept.data.filter((id) => readSummary(needs.store, id) !== undefined) : [];
  }

  keep(open: readonly string[]): void {
    this.#waiting = this.#waiting.filter((id) => !open.includes(id));
    void this.#needs.workspaceState.update(KeptTabs.key, [...open, ...this.#waiting]);
  }

  /** Closes the tab if its conversation was deleted or another pane shows it. */
  restore(tab: vscode.WebviewPanel): void {
    const free = this.#waiting.filter((id) => this.#panes.of(id) === undefined);
    const id = free.find((one) => readSummary(this.#needs.store, one)?.title === tab.title) ?? free[0];
    if (id === undefined) tab.dispose();
    else this.#panes.openTab(id, tab);
  }
}
