// What other windows on this folder write, noticed within half a second while someone looks.
import type * as vscode from "vscode";
import { reasonOf } from "../../text/reason.ts";
import { contentId } from "../../persist/contents/blobs.ts";
import { readDataVersion } from "../../persist/database/changes.ts";
import { isDeleted } from "../../persist/sessions.ts";
import type { ConversationSnapshot } from "../../protocol/conversation.ts";
import type { Conversation } from "../../turn/conversation/conversation.ts";
import type { ConversationsNeeds, TurnNeeds } from "./needs.ts";
import type { SessionList } from "./session-list.ts";

const LOOK_MS = 400;

type Needs = Omit<TurnNeeds, "runState" | "inherit"> &
  Pick<ConversationsNeeds, "store" | "log" | "view" | "isLookedAt" | "shownConversations" | "leave" | "rereadPins">;

export class OtherWindows implements vscode.Disposable {
  readonly #needs: Needs;
  readonly #list: Pick<SessionList, "update">;
  readonly #timer: NodeJS.Timeout;
  #version: number;
  #minute = minuteNow();
  #isBusyElsewhere: boolean;
  /** What the pane of each conversation showed last, as a digest. */
  readonly #seen = new Map<string, string>();
  #trouble = "";

  /** Reads nothing unless the list or something else can be seen. */
  constructor(needs: Needs, list: Pick<SessionList, "update">) {
    this.#needs = needs;
    this.#list = list;
    this.#version = readDataVersion(needs.store);
    // After a reload the process before may still be there, and go without a write.
    this.#isBusyElsewhere = isBusyElsewhere(needs.runningConversations());
    this.#timer = setInterval(() => {
      if (needs.isLookedAt() || needs.view.tree.visible) this.#lookSafely();
    }, LOOK_MS);
  }

  dispose(): void {
    clearInterval(this.#timer);
  }

  /** A store that cannot be read now may be read in a moment; the log says so once. */
  #lookSafely(): void {
    try {
      this.#look();
      this.#trouble = "";
    } catch (error) {
      const reason = reasonOf(error);
      if (reason !== this.#trouble) this.#needs.log.warn(`Could not sync with other windows: ${reason}`);
      this.#trouble = reason;
    }
  }

  /** A turn elsewhere may also end without a write, when its process is killed; and times on the screen grow old. */
  #look(): void {
    const version = readDataVersion(this.#needs.store);
    const minute = minuteNow();
    if (version === this.#version && minute === this.#minute && !this.#isBusyElsewhere) return;
    const running = this.#needs.runningConversations();
    this.#version = version;
    this.#minute = minute;
    this.#isBusyElsewhere = isBusyElsewhere(running);
    this.#list.update();
    this.#needs.rereadPins();
    const shown = this.#needs.shownConversations();
    for (const id of this.#seen.keys()) if (!shown.includes(id)) this.#seen.delete(id);
    for (const id of shown) {
      const conversation = this.#needs.conversation(id);
      if (running.get(id) !== "here") this.#mirror(conversation);
      else if (isDeleted(this.#needs.store, id)) conversation.stop("hold");
      else conversation.queue.tell();
    }
  }

  /** Updates a pane if another window has changed its conversation. A turn in this window updates the pane itself. */
  #mirror(conversation: Conversation): void {
    if (isDeleted(this.#needs.store, conversation.id)) {
      this.#needs.leave([conversation.id]);
      return;
    }
    const look = lookOf(conversation.snapshot());
    if (look === this.#seen.get(conversation.id)) return;
    this.#seen.set(conversation.id, look);
    this.#needs.reread(conversation.id);
    this.#needs.conversationChanged(conversation.id);
  }
}

function isBusyElsewhere(running: ReturnType<TurnNeeds["runningConversations"]>): boolean {
  return [...running.values()].includes("elsewhere");
}

function minuteNow(): number {
  return Math.floor(Date.now() / 60_000);
}

/** All of it but the draft, which the panel knows better. */
function lookOf({ session, messages, earlier, run, queue }: ConversationSnapshot): string {
  return contentId(JSON.stringify([session, messages, earlier, run, queue]));
}
