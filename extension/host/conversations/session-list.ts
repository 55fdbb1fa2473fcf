// What the list of conversations holds: which ones, in which order, and what lies below what.
import { isUsual, type SessionSummary, UNTITLED } from "../../message/session.ts";
import { draftTitle } from "../../persist/drafts.ts";
import { readPurpose } from "../../persist/purpose.ts";
import { searchSessions } from "../../persist/search.ts";
import { listSessions } from "../../persist/sessions.ts";
import { setKey } from "../window/keys.ts";
import type { ConversationsNeeds } from "./needs.ts";
import { toItem } from "./session-item.ts";
import type { SessionItem } from "./sessions-view.ts";

const SHOWS_HIDDEN = "galley.sessions.showsHidden";

type Needs = Pick<
  ConversationsNeeds,
  "context" | "store" | "view" | "shownConversations" | "runningConversations" | "runState"
>;

export class SessionList {
  readonly #needs: Needs;
  #words = "";
  #below = new Map<string | undefined, SessionItem[]>();
  #look = "";

  constructor(needs: Needs) {
    this.#needs = needs;
    setKey(SHOWS_HIDDEN, this.showsHidden);
  }

  get showsHidden(): boolean {
    return this.#needs.context.workspaceState.get(SHOWS_HIDDEN, false);
  }

  get words(): string {
    return this.#words;
  }

  get selectedIds(): string[] {
    return this.#needs.view.tree.selection.map((item) => item.session_id);
  }

  /** The first level is read anew, with all that lies below it. */
  items(parentId: string | undefined): SessionItem[] {
    if (parentId === undefined) this.#below = this.#read();
    return this.#below.get(parentId) ?? [];
  }

  /** Draws the list again if it would look different. */
  update(): void {
    const minute = Math.floor(Date.now() / 60_000);
    const look = JSON.stringify([
      this.#sessions(),
      [...this.#needs.runningConversations()].map(([id]) => [id, this.#needs.runState(id)]),
      this.#needs.shownConversations(),
      minute,
    ]);
    if (look === this.#look) return;
    this.#look = look;
    this.#needs.view.refresh();
  }

  /** Sidecars and archived conversations, shown or out of the way. Remembered for this workspace. */
  async showHidden(isShown: boolean): Promise<void> {
    await this.#needs.context.workspaceState.update(SHOWS_HIDDEN, isShown);
    setKey(SHOWS_HIDDEN, isShown);
    this.#needs.view.refresh();
  }

  /** Only what contains the words, archived or not; no words end the search. */
  search(words: string): void {
    this.#words = words.trim();
    setKey("galley.sessions.searching", this.#words !== "");
    this.#needs.view.refresh();
  }

  #read(): Map<string | undefined, SessionItem[]> {
    const sessions = this.#sessions();
    const running = this.#needs.runningConversations();
    const shown = this.#needs.shownConversations();
    const listed = this.#filter(sessions);
    this.#needs.view.tree.message = this.#words === "" ? "" : found(listed.length, this.#words);
    setKey("galley.sessions.allHidden", listed.length === 0 && sessions.length > 0);
    const nested = nest(listed);
    const now = Date.now();
    const item = (session: SessionSummary): SessionItem =>
      toItem(
        {
          session,
          parent: sessions.find(({ id }) => id === session.parent_id),
          hasBranches: nested.has(session.id),
          isBusy: running.has(session.id),
          state: this.#needs.runState(session.id) ?? "busy",
          isShown: shown.includes(session.id),
          writesSkills: readPurpose(this.#needs.store, session.id) === "authoring",
          words: this.#words,
        },
        now,
      );
    return new Map([...nested].map(([parentId, children]) => [parentId, children.map(item)]));
  }

  /** One that has no title yet is called by what is written in it. */
  #sessions(): SessionSummary[] {
    return listSessions(this.#needs.store).map((session) => {
      const title = session.title === UNTITLED ? draftTitle(this.#needs.store, session.id) : undefined;
      return title === undefined ? session : { ...session, title: `Draft: ${title}` };
    });
  }

  #filter(sessions: SessionSummary[]): SessionSummary[] {
    if (this.#words !== "") {
      const ids = searchSessions(this.#needs.store, this.#words);
      return sessions.filter(({ id }) => ids.has(id));
    }
    return this.showsHidden ? sessions : sessions.filter(isUsual);
  }
}

/** By parent. Given the latest first, a parent stands where the latest of its branches would; one without a parent in the list is a root. */
function nest(sessions: readonly SessionSummary[]): Map<string | undefined, SessionSummary[]> {
  const byId = new Map(sessions.map((session) => [session.id, session]));
  const below = new Map<string | undefined, SessionSummary[]>();
  const placed = new Set<string>();
  for (const session of sessions) {
    let next: SessionSummary | undefined = session;
    while (next !== undefined && !placed.has(next.id)) {
      placed.add(next.id);
      const parent: SessionSummary | undefined =
        next.parent_id === next.id ? undefined : byId.get(next.parent_id ?? "");
      below.set(parent?.id, [...(below.get(parent?.id) ?? []), next]);
      next = parent;
    }
  }
  return below;
}

function found(count: number, words: string): string {
  if (count === 0) return `No results for “${words}”`;
  return count === 1 ? `1 result for “${words}”` : `${count} results for “${words}”`;
}
