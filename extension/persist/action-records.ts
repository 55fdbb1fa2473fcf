// Stores what an action command did, in the metadata of the last message that the user sent before it.
import * as z from "zod/mini";
import { type ActionRecord, actionsOf } from "../message/action-record.ts";
import { fromRow, MessageRow, QUEUED, type StoredMessage } from "./messages.ts";
import { readJson } from "./database/read-json.ts";
import type { Store } from "./database/store.ts";

/** The oldest records of a message give way. */
const MOST = 50;

/** Returns the message with its records; `undefined` if the conversation shows no message of the user. */
export function recordAction(store: Store, conversationId: string, record: ActionRecord): StoredMessage | undefined {
  return store.transaction(() => {
    const row = store.get(
      `SELECT id, role, created_at, metadata_json FROM chat_messages
       WHERE session_id = ? AND role = 'user' AND hidden_at IS NULL AND NOT (${QUEUED})
       ORDER BY created_at DESC, id DESC LIMIT 1`,
      conversationId,
    );
    if (row === undefined) return undefined;
    const found = MessageRow.parse(row);
    const message = fromRow(store, found);
    if (message.role !== "user") return undefined;
    const actions = [...actionsOf(message.metadata), record].slice(-MOST);
    // What this version does not understand of the metadata stays.
    const stored = z.record(z.string(), z.unknown()).safeParse(readJson(found.metadata_json));
    const metadata = JSON.stringify({ ...(stored.success ? stored.data : message.metadata), actions });
    store.run("UPDATE chat_messages SET metadata_json = ? WHERE id = ?", metadata, message.id);
    return { at: found.created_at, message: { ...message, metadata: { ...message.metadata, actions } } };
  });
}
