// The rows of conversations.
import * as z from "zod/mini";
import { ConversationSummary } from "../message/conversation.ts";
import type { Store } from "./database/store.ts";

export function createConversation(store: Store, session: ConversationSummary): void {
  store.run(
    `INSERT INTO chat_sessions (id, title, created_at, updated_at, parent_id, forked_from, ephemeral, archived_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    session.id,
    session.title,
    session.created_at,
    session.updated_at,
    session.parent_id,
    session.forked_from,
    session.ephemeral ? 1 : 0,
    session.archived_at,
  );
}

const COLUMNS = "id, title, created_at, updated_at, parent_id, forked_from, ephemeral, archived_at";

function toSummary(row: unknown): ConversationSummary {
  const { ephemeral } = z.object({ ephemeral: z.int() }).parse(row);
  return ConversationSummary.parse({ ...(row as object), ephemeral: ephemeral === 1 });
}

/** `undefined` for a deleted conversation. */
export function readSummary(store: Store, id: string): ConversationSummary | undefined {
  const row = store.get(`SELECT ${COLUMNS} FROM chat_sessions WHERE id = ? AND deleted_at IS NULL`, id);
  return row === undefined ? undefined : toSummary(row);
}

/** All that are not deleted, most recently used first. */
export function listConversations(store: Store): ConversationSummary[] {
  const order = "ORDER BY updated_at DESC, id DESC";
  return store.all(`SELECT ${COLUMNS} FROM chat_sessions WHERE deleted_at IS NULL ${order}`).map(toSummary);
}

export function setTitle(store: Store, id: string, title: string): void {
  store.run("UPDATE chat_sessions SET title = ? WHERE id = ?", title, id);
}

/** `null` brings it back. */
export function archiveConversation(store: Store, id: string, at: number | null): void {
  store.run("UPDATE chat_sessions SET archived_at = ? WHERE id = ?", at, id);
}

/** Hides it from every list. `null` brings it back, until it is purged. */
export function deleteConversation(store: Store, id: string, at: number | null): void {
  store.run("UPDATE chat_sessions SET deleted_at = ? WHERE id = ?", at, id);
}

/** `false` for a conversation that was never stored. */
export function isDeleted(store: Store, id: string): boolean {
  return store.get("SELECT 1 FROM chat_sessions WHERE id = ? AND deleted_at IS NOT NULL", id) !== undefined;
}

/** Conversations deleted before a time are removed with everything in them. The caller holds the transaction. */
export function purgeDeleted(store: Store, before: number): void {
  store.run("DELETE FROM chat_words WHERE session_id IN (SELECT id FROM chat_sessions WHERE deleted_at < ?)", before);
  store.run("DELETE FROM chat_sessions WHERE deleted_at < ?", before);
}
