// Fork and rewind: a conversation goes on from an earlier point, and nothing of it is lost.
import * as z from "zod/mini";
import type { UserMessage } from "../message/message.ts";
import type { SessionSummary } from "../message/session.ts";
import { indexWords } from "./search.ts";
import { readMessages } from "./messages.ts";
import { createSession, readSession } from "./sessions.ts";
import type { Store } from "./store.ts";

export interface ForkOptions {
  ephemeral: boolean;
  now: number;
  newId: (prefix: "msg" | "ses") => string;
}

/**
 * A new session with the visible messages up to a point, under new ids. A point inside a turn that is under way
 * is moved back to the last settled message. Queued messages, drafts and permissions stay with the parent.
 */
export function forkSession(store: Store, parentId: string, fromId: string, options: ForkOptions): SessionSummary {
  return store.transaction(() => {
    const parent = readSession(store, parentId);
    if (parent === undefined) throw new Error("That conversation is not there any more.");
    const taken = settledUpTo(store, parentId, fromId);
    const fork: SessionSummary = {
      ...parent,
      id: options.newId("ses"),
      created_at: options.now,
      updated_at: options.now,
      parent_id: parentId,
      forked_from: taken.at(-1) ?? null,
      ephemeral: options.ephemeral,
      archived_at: null,
    };
    createSession(store, fork);
    for (const id of taken) copyMessage(store, id, options.newId("msg"), fork.id);
    return fork;
  });
}

/** Ids in reading order; a last user message without a settled answer is left with its turn. */
function settledUpTo(store: Store, sessionId: string, fromId: string): string[] {
  const all = readMessages(store, sessionId, -1).filter(({ message }) => message.metadata["queued_at"] === undefined);
  const end = all.findIndex(({ message }) => message.id === fromId);
  if (end < 0) throw new Error("That message is not part of the conversation any more.");
  const running = all.findIndex(({ message }) => message.role === "assistant" && message.metadata.finish === null);
  const settled = running < 0 ? all.length : Math.max(0, running - 1);
  return all.slice(0, Math.min(end + 1, settled)).map(({ message }) => message.id);
}

function copyMessage(store: Store, from: string, to: string, sessionId: string): void {
  store.run(
    `INSERT INTO chat_messages (id, session_id, role, created_at, metadata_json)
     SELECT ?, ?, role, created_at, metadata_json FROM chat_messages WHERE id = ?`,
    to,
    sessionId,
    from,
  );
  store.run(
    "INSERT INTO chat_parts (message_id, idx, data_json) SELECT ?, idx, data_json FROM chat_parts WHERE message_id = ?",
    to,
    from,
  );
  const parts = store.all("SELECT data_json FROM chat_parts WHERE message_id = ? ORDER BY idx", to);
  indexWords(
    store,
    sessionId,
    to,
    parts.map((row) => JSON.parse(z.object({ data_json: z.string() }).parse(row).data_json)),
  );
}

/** Hides a user message and all that followed; returns it, to be offered as the draft again. */
export function rewindSession(store: Store, sessionId: string, messageId: string, now: number): UserMessage {
  return store.transaction(() => {
    const found = readMessages(store, sessionId, -1).find(({ message }) => message.id === messageId);
    if (found?.message.role !== "user") throw new Error("That message is not part of the conversation any more.");
    store.run(
      `UPDATE chat_messages SET hidden_at = ?1 WHERE session_id = ?2 AND hidden_at IS NULL
       AND (created_at, id) >= (SELECT created_at, id FROM chat_messages WHERE id = ?3)`,
      now,
      sessionId,
      messageId,
    );
    return found.message;
  });
}

/** Brings back what the last rewind hid. `false` when there is none, or the conversation has gone on since. */
export function undoRewind(store: Store, sessionId: string): boolean {
  const { changes } = store.run(
    `UPDATE chat_messages SET hidden_at = NULL
     WHERE session_id = ?1 AND hidden_at = (SELECT max(hidden_at) FROM chat_messages WHERE session_id = ?1)
       AND NOT EXISTS (
         SELECT 1 FROM chat_messages AS later WHERE later.session_id = ?1 AND later.hidden_at IS NULL
         AND later.created_at >= (SELECT max(hidden_at) FROM chat_messages WHERE session_id = ?1))`,
    sessionId,
  );
  return changes > 0;
}
