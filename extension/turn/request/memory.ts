// What is remembered of a conversation between two requests. All of it is on disk: forgetting costs time, nothing else.
import { KnownHistory } from "../../assemble/history.ts";
import type { AsSent } from "../../assemble/pins.ts";
import type { Message } from "../../message/message.ts";
import { unfenced } from "../../persist/fence.ts";
import { KnownMessages } from "../../persist/known-messages.ts";
import type { Store } from "../../persist/database/store.ts";
import { type CarriedPins, readCarriedPins } from "../../persist/sent-pins.ts";

export class Memory {
  readonly known = new KnownHistory();
  readonly messages = new KnownMessages();
  /** Every text of the last request, and the message it was for. */
  last: { message_id: string; texts: readonly string[] } | undefined;
  readonly #carried = new Map<string, CarriedPins>();
  readonly #repeated = new Map<string, readonly AsSent[]>();
  #lastRow = 0;

  /** What turns carried of their pins, by message: what later requests repeat of it. */
  repeated(store: Store, sessionId: string): ReadonlyMap<string, readonly AsSent[]> {
    this.#catchUp(store, sessionId);
    return this.#repeated;
  }

  carried(store: Store, sessionId: string, messageId: string): CarriedPins | undefined {
    this.#catchUp(store, sessionId);
    return this.#carried.get(messageId);
  }

  #catchUp(store: Store, sessionId: string): void {
    const { carried, last } = readCarriedPins(store, sessionId, this.#lastRow);
    this.#lastRow = last;
    for (const pins of carried) {
      this.#carried.set(pins.message_id, pins);
      if (pins.repeats) this.#repeated.set(pins.message_id, pins.sent);
    }
  }
}

/** All messages before one, or all that were sent, oldest first: the same objects as long as they are the same. */
export function readHistory(store: Store, sessionId: string, before?: string): Promise<Message[]> {
  return memoryOf(store, sessionId).messages.read(store, sessionId, before);
}

/** Conversations of which something is remembered: those one moves between. */
const MOST = 8;

const memories = new WeakMap<Store, Map<string, Memory>>();

export function memoryOf(store: Store, sessionId: string): Memory {
  const root = unfenced(store);
  const ofStore = memories.get(root) ?? new Map<string, Memory>();
  memories.set(root, ofStore);
  const memory = ofStore.get(sessionId) ?? new Memory();
  ofStore.delete(sessionId);
  ofStore.set(sessionId, memory);
  const [oldest] = ofStore.keys();
  if (ofStore.size > MOST && oldest !== undefined) ofStore.delete(oldest);
  return memory;
}
