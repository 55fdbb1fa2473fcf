// A cache of a conversation's messages: the next read loads only new ones, or all if more has changed.
import * as z from "zod/mini";
import type { Message } from "../message/message.ts";
import { readDataVersion } from "./database/changes.ts";
import { fromRow, MessageRow, QUEUED } from "./messages.ts";
import type { Store } from "./database/store.ts";

/** Yield to the event loop after this many messages. */
const READ_AT_ONCE = 100;

interface Place {
  created_at: number;
  id: string;
}

/** Messages that have ended never change: the same one is the same object. */
export class KnownMessages {
  #settled: Message[] = [];
  #last: Place = { created_at: -1, id: "" };
  #version: number | undefined;
  #reading: Promise<unknown> = Promise.resolve();

  /** The messages sent before a message, or all, oldest first. Reads run one after the other. */
  read(store: Store, conversationId: string, before?: string): Promise<Message[]> {
    const read = this.#reading.then(() => this.#read(store, conversationId, before));
    // The caller gets the failure; the next read only waits for the end.
    this.#reading = read.catch(() => undefined);
    return read;
  }

  async #read(store: Store, conversationId: string, before: string | undefined): Promise<Message[]> {
    const version = readDataVersion(store);
    if (version !== this.#version || this.#count(store, conversationId) !== this.#settled.length) this.#forget();
    this.#version = version;
    const fresh = await this.#readOn(store, conversationId);
    const all = [...this.#settled, ...fresh];
    const end = before === undefined ? -1 : all.findLastIndex(({ id }) => id === before);
    return end < 0 ? all : all.slice(0, end);
  }

  #forget(): void {
    this.#settled = [];
    this.#last = { created_at: -1, id: "" };
  }

  /** The count tells whether messages were hidden, brought back or put in between. */
  #count(store: Store, conversationId: string): number {
    const { created_at, id } = this.#last;
    const row = store.get(
      `SELECT count(*) AS count FROM chat_messages WHERE session_id = ? AND hidden_at IS NULL
         AND (created_at, id) <= (?, ?)`,
      conversationId,
      created_at,
      id,
    );
    return z.object({ count: z.int() }).parse(row).count;
  }

  /** Reads what follows the last message that has ended, and keeps those that have ended since. */
  async #readOn(store: Store, conversationId: string): Promise<Message[]> {
    const { created_at, id } = this.#last;
    const rows = store.all(
      `SELECT id, role, created_at, metadata_json, ${QUEUED} AS waits FROM chat_messages
       WHERE session_id = ? AND hidden_at IS NULL AND (created_at, id) > (?, ?) ORDER BY created_at, id`,
      conversationId,
      created_at,
      id,
    );
    const open: Message[] = [];
    let isSettled = true;
    for (const [index, raw] of rows.entries()) {
      const row = Row.parse(raw);
      isSettled &&= row.waits === 0;
      if (row.waits === 1) continue;
      const message = fromRow(store, row);
      isSettled &&= message.role === "user" || message.metadata.finish !== null;
      if (isSettled) {
        this.#settled.push(message);
        this.#last = { created_at: row.created_at, id: row.id };
      } else open.push(message);
      if (index % READ_AT_ONCE === READ_AT_ONCE - 1) await new Promise((resolve) => setImmediate(resolve));
    }
    return open;
  }
}

const Row = z.object({ ...MessageRow.shape, waits: z.int() });
