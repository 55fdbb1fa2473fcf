// The conversations that are open in this process: one object for each.
import { Conversation, type ConversationPorts } from "./conversation.ts";

/** How many stay open that nothing happens in: each holds its last answer. */
const MOST = 8;

export class Conversations {
  readonly #ports: ConversationPorts;
  readonly #open = new Map<string, Conversation>();

  constructor(ports: ConversationPorts) {
    this.#ports = ports;
  }

  /** Returns the open conversation, or opens it. Registers it before `recover`, whose events may make listeners ask for it again. */
  open(id: string): Conversation {
    const open = this.#open.get(id);
    if (open !== undefined) return this.#used(open);
    const conversation = this.#used(new Conversation(this.#ports, id));
    conversation.recover();
    this.#letGoOfOldest();
    return conversation;
  }

  get count(): number {
    return this.#open.size;
  }

  /** Moves it behind those used before it. */
  #used(conversation: Conversation): Conversation {
    this.#open.delete(conversation.id);
    this.#open.set(conversation.id, conversation);
    return conversation;
  }

  /** The one used last stays, whatever the others do. */
  #letGoOfOldest(): void {
    for (const id of [...this.#open.keys()].slice(0, -1)) {
      if (this.#open.size <= MOST) return;
      this.reread(id);
    }
  }

  /** Opens it again from the disk at the next use, unless this window is ahead of the disk. */
  reread(id: string): void {
    if (this.#open.get(id)?.isAtRest === true) this.#open.delete(id);
  }

  close(): void {
    for (const conversation of this.#open.values()) conversation.close();
  }
}
