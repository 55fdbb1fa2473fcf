// The panes of this window: which conversation each shows, and which one the user used last.
import type * as vscode from "vscode";
import { ACP } from "../../message/agents/acp.ts";
import { lastEdited } from "../../persist/edited/edits.ts";
import { canUndoRewind } from "../../persist/lineage.ts";
import { isDeleted, readSummary } from "../../persist/conversations.ts";
import type { Draft } from "../../protocol/draft.ts";
import type { ToWebview } from "../../protocol/to-webview.ts";
import type { EncodedPicture } from "../../disk/attached/smaller-copies.ts";
import { EditorTab } from "./editor-tab.ts";
import { sidecarLocation } from "../settings/settings.ts";
import { setKey } from "../window/keys.ts";
import { watchFocus } from "../window/pane-focus.ts";
import type { PanelNeeds } from "./needs.ts";
import { Pane } from "./pane.ts";
import { type Panel, SIDECAR } from "./panel.ts";
import type { ShownPane, ShownPanes } from "./shown-pane.ts";
import { dropUnused } from "./sidecar-commands.ts";
import { opensInEditor } from "./sidecar-place.ts";
import { KeptTabs } from "./tab-commands.ts";

const MAIN = "galley.session";

/** The webviews, each by the kind of its pane. */
export type Panels = Readonly<Record<"main" | "sidecar", Panel>>;

export class Panes implements ShownPanes, vscode.Disposable {
  readonly main: Pane;
  readonly #needs: PanelNeeds;
  readonly #panels: Panels;
  readonly #listening: readonly vscode.Disposable[];
  #side: Pane | undefined;
  /** The panes in the editor area, by their tabs. */
  readonly #tabs = new Map<EditorTab, Pane>();
  readonly keptTabs: KeptTabs;
  /** A page that has not said how high it is may be high enough. */
  hasRoom = true;
  #used: ShownPane;
  /** The pane that the context keys and the Shelf show. */
  #followed: Pane;

  constructor(needs: PanelNeeds, panels: Panels) {
    this.#needs = needs;
    this.#panels = panels;
    this.keptTabs = new KeptTabs(needs, this);
    this.main = this.#used = this.#followed = new Pane(needs, this, panels.main, this.#lastShown());
    const beside = needs.workspaceState.get<string>(SIDECAR);
    if (beside !== undefined && this.isSidecar(beside)) this.#openSide(beside);
    else setKey("galley.sidecarOpen", false);
    this.#listening = [panels.sidecar.onDidChangeVisibility(() => this.#follow()), watchFocus()];
  }

  get sidecar(): Pane | undefined {
    const shown = this.all.filter(({ id }) => this.isSidecar(id));
    return shown.find((pane) => pane === this.#used) ?? shown.at(-1);
  }

  isSidecar(id: string): boolean {
    return readSummary(this.#needs.store, id)?.ephemeral === true;
  }

  get all(): readonly Pane[] {
    return [this.main, ...(this.#side === undefined ? [] : [this.#side]), ...this.#tabs.values()];
  }

  /** The pane that was used last, if it is visible; otherwise the main pane. Commands without a target act on it. */
  get focused(): Pane {
    const used = this.all.find((pane) => pane === this.#used);
    return used?.panel.isVisible === true ? used : this.main;
  }

  /** With the focus in its input, if it is not visible. */
  async showFocused(): Promise<void> {
    const { panel } = this.focused;
    if (!panel.isVisible) await panel.focus();
  }

  /** The pane that shows this conversation: at most one does, so that its draft has one input. */
  of(conversationId: string): Pane | undefined {
    return this.all.find(({ id }) => id === conversationId);
  }

  /** Handles a message of a webview. Ignores one from a pane that has closed. */
  async receive(kind: keyof Panels, raw: unknown): Promise<void> {
    await (kind === "main" ? this.main : this.#side)?.bridge.receive(raw);
  }

  /** The user is in this pane. */
  use(pane: ShownPane): void {
    this.#used = pane;
    this.#follow();
  }

  /** Shows a conversation in its tab if it has one; otherwise a sidecar where it opens, any other in the main pane. */
  show(id: string, options: { replacesDraft?: boolean } = {}): Pane {
    const tab = [...this.#tabs.values()].find((pane) => pane.id === id);
    if (tab !== undefined) {
      this.#needs.conversationChanged(id, options);
      return tab;
    }
    const isAside = this.isSidecar(id);
    const place = { location: sidecarLocation(), hasRoom: this.hasRoom, isShared: this.#side !== undefined };
    if (isAside && opensInEditor(place)) return this.openTab(id);
    const pane = isAside ? this.#openSide(id) : this.main;
    pane.switchTo(id);
    if (!isAside) void this.#needs.workspaceState.update(MAIN, id);
    this.#needs.conversationChanged(id, options);
    return pane;
  }

  /** Shows a conversation in an editor tab, and in no other pane. */
  openTab(id: string, kept?: vscode.WebviewPanel): Pane {
    const open = [...this.#tabs.values()].find((pane) => pane.id === id);
    if (open !== undefined) return open;
    const isAside = this.isSidecar(id);
    const tab = new EditorTab(this.#needs.extensionUri, kept, isAside, {
      receive: (raw) => void pane.bridge.receive(raw),
      closed: () => {
        this.#tabs.delete(tab);
        pane.dispose();
        if (isAside && this.of(id) === undefined) dropUnused(this.#needs, id);
        this.keptTabs.keep(this.#inTabs());
        this.#needs.updateList();
        this.#follow();
        this.updateKeys();
      },
    });
    tab.onDidChangeVisibility(() => this.#follow());
    const pane = new Pane(this.#needs, this, tab, id);
    this.#tabs.set(tab, pane);
    this.keptTabs.keep(this.#inTabs());
    if (this.#side?.id === id) this.#closeSide();
    if (this.main.id === id) this.show(this.#needs.newConversationId());
    this.use(pane);
    this.#needs.conversationChanged(id);
    return pane;
  }

  close(pane: ShownPane): void {
    if (pane === this.#side) this.#closeSide();
    for (const [tab, shown] of this.#tabs) if (shown === pane) tab.close();
  }

  #closeSide(): void {
    const side = this.#side;
    if (side === undefined) return;
    this.#side = undefined;
    side.dispose();
    if (this.of(side.id) === undefined) dropUnused(this.#needs, side.id);
    void this.#needs.workspaceState.update(SIDECAR, undefined);
    setKey("galley.sidecarOpen", false);
    this.use(this.main);
    this.#needs.updateList();
  }

  /** Closes the panes of deleted conversations. The main pane shows the latest one that no pane shows, or a new one. */
  leave(ids: readonly string[]): void {
    if (this.#side !== undefined && ids.includes(this.#side.id)) this.#closeSide();
    for (const pane of this.#sidecarsOf(ids)) pane.refresh();
    for (const [tab, { id }] of this.#tabs) if (ids.includes(id)) tab.close();
    if (!ids.includes(this.main.id)) return;
    const next = this.#needs.usualConversations().find(({ id }) => this.of(id) === undefined);
    this.show(next?.id ?? this.#needs.newConversationId());
  }

  /** The stored conversation has changed. Also updates its sidecars, which show its title. */
  refresh(id: string, options: { replacesDraft?: boolean } = {}): void {
    this.of(id)?.refresh(options);
    for (const pane of this.#sidecarsOf([id])) pane.refresh();
    this.updateKeys();
  }

  /** Posts an event to the pane that shows the conversation, if any. */
  tell(conversationId: string, event: ToWebview | undefined): void {
    const pane = this.of(conversationId);
    if (pane === undefined || event === undefined) return;
    pane.post(event);
    if (event.type === "queue" || event.type === "run" || event.type === "edits") this.updateKeys();
    if (event.type === "run" && event.run.state !== "busy") void pane.measure();
  }

  /** In any page that is open; `undefined` if none is, or it cannot. */
  async shrink(picture: EncodedPicture): Promise<EncodedPicture | undefined> {
    return this.all.find(({ panel }) => panel.isReady)?.shrinker.shrink(picture);
  }

  /** Measures all drafts again: a file, a pin or a setting has changed. */
  async measure(): Promise<void> {
    await Promise.all(this.all.map((pane) => pane.measure()));
  }

  /** Puts a draft that came back from the queue or a command into the input of its conversation, if a pane shows it. */
  giveBack(id: string, draft: Draft): void {
    if (draft.parts.length > 0) this.of(id)?.post({ type: "returned", session_id: id, draft });
  }

  /** The keys for the turn, the queue, the edits and the agent follow the pane used last; all others follow the main pane. */
  updateKeys(): void {
    const { id, conversation } = this.focused;
    setKey("galley.busy", this.#needs.isRunning(id));
    setKey("galley.queued", conversation.queue.first() !== undefined);
    setKey("galley.queueHeld", conversation.queue.shown().held);
    setKey("galley.editsOpen", lastEdited(this.#needs.store, id) !== undefined);
    setKey("galley.sidecarShown", this.sidecar !== undefined);
    setKey("galley.agentAnswers", this.#needs.model(id).provider === ACP);
    const stored = readSummary(this.#needs.store, this.main.id);
    setKey("galley.blank", stored === undefined);
    if (stored !== undefined) setKey("galley.tried.ask", true);
    setKey("galley.archived", stored !== undefined && stored.archived_at !== null);
    setKey("galley.rewound", stored !== undefined && canUndoRewind(this.#needs.store, stored.id));
  }

  dispose(): void {
    for (const listener of this.#listening) listener.dispose();
    for (const pane of this.all) pane.dispose();
  }

  #openSide(id: string): Pane {
    const before = this.#side?.id;
    this.#side ??= new Pane(this.#needs, this, this.#panels.sidecar, id);
    this.#side.switchTo(id);
    if (before !== undefined && before !== id) dropUnused(this.#needs, before);
    void this.#needs.workspaceState.update(SIDECAR, id);
    setKey("galley.sidecarOpen", true);
    return this.#side;
  }

  #inTabs(): string[] {
    return [...this.#tabs.values()].map(({ id }) => id);
  }

  /** The panes with sidecars of these conversations. */
  #sidecarsOf(parents: readonly string[]): Pane[] {
    return this.all.filter(({ id }) => {
      const summary = readSummary(this.#needs.store, id);
      return summary?.ephemeral === true && parents.includes(summary.parent_id ?? "");
    });
  }

  /** Updates the context keys and the Shelf when another pane has the focus. */
  #follow(): void {
    const { focused } = this;
    if (focused === this.#followed) return;
    this.#followed = focused;
    this.updateKeys();
    void focused.measure();
  }

  /** A blank conversation gets a new id, because another window may use the old one. */
  #lastShown(): string {
    const { store, workspaceState } = this.#needs;
    const last = workspaceState.get<string>(MAIN);
    const stored = last === undefined ? undefined : readSummary(store, last);
    if (stored !== undefined && !stored.ephemeral) return stored.id;
    const wasBlank = last !== undefined && stored === undefined && !isDeleted(store, last);
    const latest = wasBlank ? undefined : this.#needs.usualConversations()[0]?.id;
    return latest ?? this.#needs.newConversationId();
  }
}
