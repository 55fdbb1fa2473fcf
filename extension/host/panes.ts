// The panes of this window: which conversation each shows, which one was used last, and what each is told.
import type * as vscode from "vscode";
import { isDeleted, readSession } from "../persist/sessions.ts";
import type { ToWebview } from "../protocol/to-webview.ts";
import type { Core } from "./core.ts";
import { setKey } from "./keys.ts";
import { Pane } from "./pane.ts";
import type { Panel } from "./panel.ts";
import { isUsual } from "./session-list.ts";

const MAIN = "galley.session";

export class Panes implements vscode.Disposable {
  readonly main: Pane;
  readonly #core: Core;

  constructor(core: Core, panel: Panel) {
    this.#core = core;
    this.main = new Pane(core, panel, this.#lastShown());
  }

  get all(): readonly Pane[] {
    return [this.main];
  }

  /** The one that commands without a word about it are for. */
  get focused(): Pane {
    return this.main;
  }

  /** The one that shows this conversation. */
  of(sessionId: string): Pane | undefined {
    return this.all.find(({ id }) => id === sessionId);
  }

  show(id: string, options: { replacesDraft?: boolean } = {}): Pane {
    this.main.turnTo(id);
    void this.#core.context.workspaceState.update(MAIN, id);
    this.#core.changed(id, options);
    return this.main;
  }

  /** The latest of the others, or a new one: what is shown when this one goes. */
  showNext(): void {
    const next = this.#core.listSessions().find((session) => isUsual(session) && session.id !== this.main.id);
    this.show(next?.id ?? this.#core.newId("ses"));
  }

  /** What happened in a conversation, to whoever shows it. */
  tell(sessionId: string, event: ToWebview): void {
    const pane = this.of(sessionId);
    if (pane === undefined) return;
    pane.post(event);
    if (event.type === "queue" || event.type === "run") this.updateKeys();
    if (event.type === "run" && event.run.state !== "busy") void pane.measure();
  }

  updateKeys(): void {
    const { store } = this.#core;
    const { id, session } = this.focused;
    const stored = readSession(store, id);
    setKey("galley.busy", this.#core.running().has(id));
    setKey("galley.queued", session.firstQueued() !== undefined);
    setKey("galley.blank", stored === undefined);
    setKey("galley.archived", stored !== undefined && stored.archived_at !== null);
  }

  dispose(): void {
    for (const pane of this.all) pane.dispose();
  }

  /** A blank conversation stays blank, under an id of its own: another window may have the old one. */
  #lastShown(): string {
    const { store, context } = this.#core;
    const last = context.workspaceState.get<string>(MAIN);
    if (last !== undefined && readSession(store, last) !== undefined) return last;
    const wasBlank = last !== undefined && !isDeleted(store, last);
    const latest = wasBlank ? undefined : this.#core.listSessions().find(isUsual)?.id;
    return latest ?? this.#core.newId("ses");
  }
}
