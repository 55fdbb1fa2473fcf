// Messages and their parts: written whole, read in order, never rewritten by a reader.
import * as z from "zod/mini";
import type { AssistantMessage, Message, UserMessage } from "../message/message.ts";
import { partToJson } from "../message/part.ts";
import {
  readAssistantMetadata,
  readAssistantPart,
  readPart,
  readUserMetadata,
  versionOf,
} from "../message/versions/version.ts";
import { saveContent } from "./contents/blobs.ts";
import { endDraft } from "./drafts.ts";
import { readJson } from "./database/read-json.ts";
import { forgetWords, indexWords } from "./search.ts";
import type { Store } from "./database/store.ts";

export interface StoredMessage {
  at: number;
  message: Message;
}

export interface UserMessageRow {
  session_id: string;
  at: number;
  message: UserMessage;
  /** The texts its snapshots name. */
  contents: ReadonlyMap<string, string>;
  /** The draft became this message, so it ends with it. */
  ends_draft: boolean;
}

/** Message, parts, texts and the end of the draft: all or nothing. */
export function saveUserMessage(store: Store, row: UserMessageRow): void {
  store.transaction(() => {
    insertUserMessage(store, row);
  });
}

/** The caller holds the transaction. */
export function insertUserMessage(
  store: Store,
  { session_id, at, message, contents, ends_draft }: UserMessageRow,
): void {
  for (const [id, text] of contents) saveContent(store, id, text);
  insertMessage(store, session_id, message, at);
  for (const [index, part] of message.parts.entries()) writePart(store, message.id, index, partToJson(part));
  indexWords(store, session_id, message.id, message.parts.map(partToJson));
  if (ends_draft) endDraft(store, session_id, at);
}

/** Matches user messages in the queue. A row with corrupt JSON does not match. */
export const QUEUED =
  "role = 'user' AND iif(json_valid(metadata_json), json_type(metadata_json, '$.queued_at') IS 'integer', FALSE)";

/** A time for the next message that is later than all sent messages, even if the clock was set back. */
export function timeAfterSent(store: Store, conversationId: string, now: number): number {
  const row = store.get(
    `SELECT created_at FROM chat_messages WHERE session_id = ? AND NOT (${QUEUED})
     ORDER BY created_at DESC LIMIT 1`,
    conversationId,
  );
  return row === undefined ? now : Math.max(now, z.object({ created_at: z.int() }).parse(row).created_at + 1);
}

/** The empty row an answer streams into; its `finish` is null until it ends. */
export function startAnswer(store: Store, conversationId: string, message: AssistantMessage, at: number): void {
  store.transaction(() => {
    insertMessage(store, conversationId, message, at);
  });
}

/** The parts that changed since the last save, and the metadata as it is now. Its words are indexed when it has ended. */
export function saveAnswer(
  store: Store,
  conversationId: string,
  message: AssistantMessage,
  changed: Iterable<number>,
): void {
  store.transaction(() => {
    if (message.metadata.finish !== null) {
      if (!isOpen(store, message.id)) forgetWords(store, message.id);
      indexWords(store, conversationId, message.id, message.parts);
    }
    for (const index of changed) writePart(store, message.id, index, message.parts[index]);
    store.run("UPDATE chat_messages SET metadata_json = ? WHERE id = ?", JSON.stringify(message.metadata), message.id);
  });
}

/** Whether an answer has not ended yet, as far as is stored. */
function isOpen(store: Store, id: string): boolean {
  return store.get(`SELECT 1 FROM chat_messages WHERE id = ? AND ${UNFINISHED}`, id) !== undefined;
}

/** Matches unfinished answers. A row with corrupt JSON does not match, and must not make the query fail. */
export const UNFINISHED =
  "role = 'assistant' AND iif(json_valid(metadata_json), json_extract(metadata_json, '$.finish') IS NULL, FALSE)";

export const MessageRow = z.object({
  id: z.string(),
  role: z.enum(["user", "assistant"]),
  created_at: z.int(),
  metadata_json: z.string(),
});
const PartRow = z.object({ message_id: z.string(), data_json: z.string() });

/** As a limit: no limit. */
export const ALL = -1;

/** The last `limit` messages before a message (or of the conversation), oldest first. Without queued messages. */
export function readMessages(store: Store, conversationId: string, limit: number, before?: string): StoredMessage[] {
  const rows = store
    .all(
      `SELECT id, role, created_at, metadata_json FROM chat_messages
       WHERE session_id = ?1 AND hidden_at IS NULL AND NOT (${QUEUED})
         AND (?2 IS NULL OR (created_at, id) < (SELECT created_at, id FROM chat_messages WHERE id = ?2))
       ORDER BY created_at DESC, id DESC LIMIT ?3`,
      conversationId,
      before ?? null,
      limit,
    )
    .map((row) => MessageRow.parse(row))
    .reverse();
  return rows.map((row) => ({ at: row.created_at, message: fromRow(store, row) }));
}

/** Hidden or not. */
export function readMessage(store: Store, id: string): Message | undefined {
  const row = store.get("SELECT id, role, created_at, metadata_json FROM chat_messages WHERE id = ?", id);
  return row === undefined ? undefined : fromRow(store, MessageRow.parse(row));
}

/** Without queued messages. Two counts by index are faster than reading every row. */
export function countMessages(store: Store, conversationId: string, before?: string): number {
  const all = "SELECT count(*) AS count FROM chat_messages WHERE session_id = ?1 AND hidden_at IS NULL";
  const earlier = before === undefined ? "" : EARLIER;
  const values = before === undefined ? [conversationId] : [conversationId, before];
  const count = (sql: string): number => z.object({ count: z.int() }).parse(store.get(sql, ...values)).count;
  return count(all + earlier) - count(`${all} AND ${QUEUED}${earlier}`);
}

const EARLIER = " AND (created_at, id) < (SELECT created_at, id FROM chat_messages WHERE id = ?2)";

function insertMessage(store: Store, conversationId: string, message: Message, at: number): void {
  store.run(
    "INSERT INTO chat_messages (id, session_id, role, created_at, metadata_json) VALUES (?, ?, ?, ?, ?)",
    message.id,
    conversationId,
    message.role,
    at,
    JSON.stringify(message.metadata),
  );
  store.run("UPDATE chat_sessions SET updated_at = ? WHERE id = ?", at, conversationId);
}

export function writePart(store: Store, messageId: string, index: number, part: unknown): void {
  store.run(
    "INSERT INTO chat_parts (message_id, idx, data_json) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET data_json = excluded.data_json",
    messageId,
    index,
    JSON.stringify(part),
  );
}

function readParts(store: Store, messageId: string): unknown[] {
  const rows = store.all("SELECT message_id, data_json FROM chat_parts WHERE message_id = ? ORDER BY idx", messageId);
  return rows.map((row) => readJson(PartRow.parse(row).data_json));
}

export function fromRow(store: Store, row: z.infer<typeof MessageRow>): Message {
  return toMessage(row, readJson(row.metadata_json), readParts(store, row.id));
}

/** Converts stored rows of any version to a message. Never throws. */
export function toMessage(
  { id, role }: Pick<Message, "id" | "role">,
  metadata: unknown,
  parts: readonly unknown[],
): Message {
  if (role === "assistant") {
    return { id, role, parts: parts.map(readAssistantPart), metadata: readAssistantMetadata(metadata) };
  }
  const version = versionOf(metadata);
  return { id, role, parts: parts.map((part) => readPart(part, version)), metadata: readUserMetadata(metadata) };
}
