// The conversations that are open in this process: one object for each.
import { Conversation, type ConversationPorts } from "./conversation.ts";

export class Conversations {
  readonly #ports: ConversationPorts;
  readonly #open = new Map<string, Conversation>();

  constructor(ports: ConversationPorts) {
    this.#ports = ports;
  }

  /** Returns the open conversation, or opens it. Registers it before `recover`, whose events may make listeners ask for it again. */
  open(id: string): Conversation {
    const open = this.#open.get(id);
    if (open !== undefined) return open;
    const conversation = new Conversation(this.#ports, id);
    this.#open.set(id, conversation);
    conversation.recover();
    return conversation;
  }

  /** Opens it again from the disk at the next use, unless this window is ahead of the disk. */
  reread(id: string): void {
    if (this.#open.get(id)?.isAtRest === true) this.#open.delete(id);
  }

  close(): void {
    for (const conversation of this.#open.values()) conversation.close();
  }
}
