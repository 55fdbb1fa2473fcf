// The queued messages, as the host tells them; the host makes every change.
import type { ShownQueue } from "../../extension/protocol/conversation.ts";
import type { QueueAction } from "../../extension/protocol/queue.ts";
import type { Host } from "../host.ts";

export const NOTHING_QUEUED: ShownQueue = { items: [], held: false, undo: false };

export class MessageQueue {
  shown = $state.raw(NOTHING_QUEUED);
  readonly #host: Host;
  #conversationId = "";

  constructor(host: Host) {
    this.#host = host;
  }

  update(conversationId: string, queue: ShownQueue): void {
    this.#conversationId = conversationId;
    this.shown = queue;
  }

  act(action: QueueAction, id: string): void {
    this.#host.post({ type: "queue", session_id: this.#conversationId, action, message_id: id });
  }

  /** Moves a message before another one, or to the end. */
  move(id: string, before: string | null): void {
    this.#host.post({ type: "queue-move", session_id: this.#conversationId, message_id: id, before });
  }

  cancelEdit(): void {
    this.#host.post({ type: "cancel-edit", session_id: this.#conversationId });
  }

  resume(): void {
    this.#host.post({ type: "resume", session_id: this.#conversationId });
  }

  undoCancel(): void {
    this.#host.post({ type: "undo-cancel", session_id: this.#conversationId });
  }
}
