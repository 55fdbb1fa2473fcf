// The items of the list of conversations: which ones, their order, and the branches below each.
import { isUsual, type ConversationSummary, UNTITLED } from "../../message/conversation.ts";
import { draftTitle } from "../../persist/drafts.ts";
import { readPurpose } from "../../persist/purpose.ts";
import { searchConversations } from "../../persist/search.ts";
import { listConversations } from "../../persist/conversations.ts";
import type { RunState } from "../../protocol/conversation.ts";
import { storedStates } from "../../turn/conversation/shared-run.ts";
import { setKey } from "../window/keys.ts";
import type { ConversationsNeeds } from "./needs.ts";
import { toItem } from "./conversation-item.ts";
import type { ConversationItem } from "./conversations-view.ts";
import * as words from "./words.ts";

const SHOWS_HIDDEN = "galley.sessions.showsHidden";

type Needs = Pick<
  ConversationsNeeds,
  "context" | "store" | "view" | "shownConversations" | "runningConversations" | "runState"
>;

export class ConversationList {
  readonly #needs: Needs;
  #query = "";
  #below = new Map<string | undefined, ConversationItem[]>();
  #look = "";

  constructor(needs: Needs) {
    this.#needs = needs;
    setKey(SHOWS_HIDDEN, this.showsHidden);
  }

  get showsHidden(): boolean {
    return this.#needs.context.workspaceState.get(SHOWS_HIDDEN, false);
  }

  get query(): string {
    return this.#query;
  }

  get selectedIds(): string[] {
    return this.#needs.view.tree.selection.map((item) => item.session_id);
  }

  /** Reads the whole list when asked for the first level. */
  items(parentId: string | undefined): ConversationItem[] {
    if (parentId === undefined) this.#below = this.#read();
    return this.#below.get(parentId) ?? [];
  }

  /** Draws the list again if it would look different. */
  update(): void {
    const minute = Math.floor(Date.now() / 60_000);
    const look = JSON.stringify([
      this.#conversations(),
      [...this.#needs.runningConversations()].map(([id]) => [id, this.#needs.runState(id)]),
      [...storedStates(this.#needs.store)],
      this.#needs.shownConversations(),
      minute,
    ]);
    if (look === this.#look) return;
    this.#look = look;
    this.#needs.view.refresh();
  }

  /** Shows or hides sidecars and archived conversations. Remembered for this workspace. */
  async showHidden(isShown: boolean): Promise<void> {
    await this.#needs.context.workspaceState.update(SHOWS_HIDDEN, isShown);
    setKey(SHOWS_HIDDEN, isShown);
    this.#needs.view.refresh();
  }

  /** Lists only the conversations that contain the text, hidden ones too. An empty text ends the search. */
  search(query: string): void {
    this.#query = query.trim();
    setKey("galley.sessions.searching", this.#query !== "");
    this.#needs.view.refresh();
  }

  #read(): Map<string | undefined, ConversationItem[]> {
    const sessions = this.#conversations();
    const running = this.#needs.runningConversations();
    const shown = this.#needs.shownConversations();
    const stored = storedStates(this.#needs.store);
    const listed = this.#filter(sessions);
    this.#needs.view.tree.message = this.#query === "" ? "" : words.results(listed.length, this.#query);
    setKey("galley.sessions.allHidden", listed.length === 0 && sessions.length > 0);
    const nested = nest(listed);
    const now = Date.now();
    const item = (session: ConversationSummary): ConversationItem =>
      toItem(
        {
          session,
          parent: sessions.find(({ id }) => id === session.parent_id),
          hasBranches: nested.has(session.id),
          isBusy: running.has(session.id),
          state: stateOf(this.#needs.runState(session.id), stored.get(session.id), running.has(session.id)),
          isShown: shown.includes(session.id),
          writesSkills: readPurpose(this.#needs.store, session.id) === "authoring",
          query: this.#query,
        },
        now,
      );
    return new Map([...nested].map(([parentId, children]) => [parentId, children.map(item)]));
  }

  /** A conversation without a title is listed by its draft. */
  #conversations(): ConversationSummary[] {
    return listConversations(this.#needs.store).map((session) => {
      const title = session.title === UNTITLED ? draftTitle(this.#needs.store, session.id) : undefined;
      return title === undefined ? session : { ...session, title: words.draft(title) };
    });
  }

  #filter(sessions: ConversationSummary[]): ConversationSummary[] {
    if (this.#query !== "") {
      const ids = searchConversations(this.#needs.store, this.#query);
      return sessions.filter(({ id }) => ids.has(id));
    }
    return this.showsHidden ? sessions : sessions.filter(isUsual);
  }
}

/**
 * By parent. Given the latest first, a parent has the position of its latest branch. A conversation whose parent is not
 * in the list is on the first level.
 */
function nest(sessions: readonly ConversationSummary[]): Map<string | undefined, ConversationSummary[]> {
  const byId = new Map(sessions.map((session) => [session.id, session]));
  const below = new Map<string | undefined, ConversationSummary[]>();
  const placed = new Set<string>();
  for (const session of sessions) {
    let next: ConversationSummary | undefined = session;
    while (next !== undefined && !placed.has(next.id)) {
      placed.add(next.id);
      const parent: ConversationSummary | undefined =
        next.parent_id === next.id ? undefined : byId.get(next.parent_id ?? "");
      below.set(parent?.id, [...(below.get(parent?.id) ?? []), next]);
      next = parent;
    }
  }
  return below;
}

type State = RunState["state"];

/** What this window does comes first, then what a running turn of another window stored, then that the last turn failed. */
function stateOf(here: State | undefined, stored: State | undefined, isRunning: boolean): State {
  if (!isRunning) return here === "error" || stored === "error" ? "error" : "idle";
  return here ?? (stored === undefined || stored === "error" ? "busy" : stored);
}
