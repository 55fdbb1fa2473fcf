// What a window keeps of a conversation between two requests. All of it is on disk, so dropping it only costs time.
import { KnownHistory } from "../../assemble/history.ts";
import type { AsSent } from "../../assemble/pins.ts";
import type { Message } from "../../message/message.ts";
import { unfenced } from "../../persist/ownership/fence.ts";
import { KnownMessages } from "../../persist/known-messages.ts";
import type { Store } from "../../persist/database/store.ts";
import { type CarriedPins, readCarriedPins } from "../../persist/sent-pins.ts";

export class ConversationCache {
  readonly known = new KnownHistory();
  readonly messages = new KnownMessages();
  /** Every text of the last request, and the message it was for. */
  last: { message_id: string; texts: readonly string[] } | undefined;
  readonly #carried = new Map<string, CarriedPins>();
  readonly #repeated = new Map<string, readonly AsSent[]>();
  #lastRow = 0;

  /** The pins that later requests repeat as they were sent, by message. */
  repeated(store: Store, conversationId: string): ReadonlyMap<string, readonly AsSent[]> {
    this.#catchUp(store, conversationId);
    return this.#repeated;
  }

  carried(store: Store, conversationId: string, messageId: string): CarriedPins | undefined {
    this.#catchUp(store, conversationId);
    return this.#carried.get(messageId);
  }

  #catchUp(store: Store, conversationId: string): void {
    const { carried, last } = readCarriedPins(store, conversationId, this.#lastRow);
    this.#lastRow = last;
    for (const pins of carried) {
      this.#carried.set(pins.message_id, pins);
      if (pins.repeats) this.#repeated.set(pins.message_id, pins.sent);
    }
  }
}

/** All messages before one, or all that were sent, oldest first. Returns the same object for an unchanged message. */
export function readHistory(store: Store, conversationId: string, before?: string): Promise<Message[]> {
  return cacheOf(store, conversationId).messages.read(store, conversationId, before);
}

/** How many conversations a window keeps this for. */
const MOST = 8;

const caches = new WeakMap<Store, Map<string, ConversationCache>>();

export function cacheOf(store: Store, conversationId: string): ConversationCache {
  const root = unfenced(store);
  const ofStore = caches.get(root) ?? new Map<string, ConversationCache>();
  caches.set(root, ofStore);
  const cache = ofStore.get(conversationId) ?? new ConversationCache();
  ofStore.delete(conversationId);
  ofStore.set(conversationId, cache);
  const [oldest] = ofStore.keys();
  if (ofStore.size > MOST && oldest !== undefined) ofStore.delete(oldest);
  return cache;
}
