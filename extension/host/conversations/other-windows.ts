// Shows what other windows of this workspace write, while the list or a pane is visible.
import type * as vscode from "vscode";
import { reasonOf } from "../../text/reason.ts";
import { contentId } from "../../persist/contents/blobs.ts";
import { readDataVersion } from "../../persist/database/changes.ts";
import { isDeleted } from "../../persist/conversations.ts";
import type { ConversationSnapshot } from "../../protocol/conversation.ts";
import type { Conversation } from "../../turn/conversation/conversation.ts";
import type { ConversationsNeeds, TurnNeeds } from "./needs.ts";
import type { ConversationList } from "./conversation-list.ts";

/** How soon the end of another window's process is seen, which may come without a write. */
const ALIVE_MS = 1_000;

type Needs = Omit<TurnNeeds, "runState" | "inherit" | "tellElsewhere" | "failedFrom"> &
  Pick<
    ConversationsNeeds,
    "store" | "log" | "isLookedAt" | "onLookedAt" | "shownConversations" | "leave" | "rereadPins"
  >;

type Running = ReturnType<TurnNeeds["runningConversations"]>;

export class OtherWindows implements vscode.Disposable {
  readonly #needs: Needs;
  readonly #list: Pick<ConversationList, "update">;
  readonly #listening: vscode.Disposable;
  /** Set while another window runs a turn. */
  #alive: NodeJS.Timeout | undefined;
  #version: number;
  #minute = minuteNow();
  /** The turns that run, as they were at the last look. */
  #running = "";
  /** By conversation, a digest of what its pane showed last. */
  readonly #seen = new Map<string, string>();
  #lastError = "";

  /** Reads nothing unless the list, a pane or the Shelf is visible. */
  constructor(needs: Needs, list: Pick<ConversationList, "update">) {
    this.#needs = needs;
    this.#list = list;
    this.#version = readDataVersion(needs.store);
    // After a reload, the process of the window before may still run a turn, and end without a write.
    this.#noteRunning(needs.runningConversations());
    this.#listening = needs.onLookedAt(() => this.look());
  }

  /** Called after a write to the store. */
  look(): void {
    if (this.#needs.isLookedAt()) this.#lookSafely();
  }

  dispose(): void {
    this.#listening.dispose();
    clearInterval(this.#alive);
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

  /** Reads if the store has changed, if a turn has ended without a write, and once a minute for the times in the list. */
  #look(): void {
    const version = readDataVersion(this.#needs.store);
    const minute = minuteNow();
    const isUnchanged = version === this.#version && minute === this.#minute;
    if (isUnchanged && this.#alive === undefined) return;
    const running = this.#needs.runningConversations();
    if (!this.#noteRunning(running) && isUnchanged) return;
    this.#version = version;
    this.#minute = minute;
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

  /** Returns whether others run than at the last look. */
  #noteRunning(running: Running): boolean {
    const now = JSON.stringify([...running]);
    const isOther = now !== this.#running;
    this.#running = now;
    if (![...running.values()].includes("elsewhere")) {
      clearInterval(this.#alive);
      this.#alive = undefined;
    } else {
      this.#alive ??= setInterval(() => this.look(), ALIVE_MS);
    }
    return isOther;
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

function minuteNow(): number {
  return Math.floor(Date.now() / 60_000);
}

/** Without the draft: the panel has the newer one. */
function lookOf({ session, messages, earlier, run, queue }: ConversationSnapshot): string {
  return contentId(JSON.stringify([session, messages, earlier, run, queue]));
}
