// Shows what other windows of this workspace write, within half a second, while the list or a pane is visible.
import type * as vscode from "vscode";
import { reasonOf } from "../../text/reason.ts";
import { contentId } from "../../persist/contents/blobs.ts";
import { readDataVersion } from "../../persist/database/changes.ts";
import { isDeleted } from "../../persist/conversations.ts";
import type { ConversationSnapshot } from "../../protocol/conversation.ts";
import type { Conversation } from "../../turn/conversation/conversation.ts";
import type { ConversationsNeeds, TurnNeeds } from "./needs.ts";
import type { ConversationList } from "./conversation-list.ts";

const LOOK_MS = 400;

type Needs = Omit<TurnNeeds, "runState" | "inherit" | "tellElsewhere" | "failedFrom"> &
  Pick<ConversationsNeeds, "store" | "log" | "view" | "isLookedAt" | "shownConversations" | "leave" | "rereadPins">;

export class OtherWindows implements vscode.Disposable {
  readonly #needs: Needs;
  readonly #list: Pick<ConversationList, "update">;
  readonly #timer: NodeJS.Timeout;
  #version: number;
  #minute = minuteNow();
  #isBusyElsewhere: boolean;
  /** By conversation, a digest of what its pane showed last. */
  readonly #seen = new Map<string, string>();
  #lastError = "";

  /** Reads nothing unless the list, a pane or the Shelf is visible. */
  constructor(needs: Needs, list: Pick<ConversationList, "update">) {
    this.#needs = needs;
    this.#list = list;
    this.#version = readDataVersion(needs.store);
    // After a reload, the process of the window before may still run a turn, and end without a write.
    this.#isBusyElsewhere = isBusyElsewhere(needs.runningConversations());
    this.#timer = setInterval(() => {
      if (needs.isLookedAt() || needs.view.tree.visible) this.#lookSafely();
    }, LOOK_MS);
  }

  dispose(): void {
    clearInterval(this.#timer);
  }

  /** A failure to read the store may pass by the next look: the log says it once. */
  #lookSafely(): void {
    try {
      this.#look();
      this.#lastError = "";
    } catch (error) {
      const reason = reasonOf(error);
      if (reason !== this.#lastError) this.#needs.log.warn(`Could not sync with other windows: ${reason}`);
      this.#lastError = reason;
    }
  }

  /**
   * Reads if the store has changed, once a minute for the times in the list, and while another window runs a turn, whose
   * process may end without a write.
   */
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

/** Without the draft: the panel has the newer one. */
function lookOf({ session, messages, earlier, run, queue }: ConversationSnapshot): string {
  return contentId(JSON.stringify([session, messages, earlier, run, queue]));
}
