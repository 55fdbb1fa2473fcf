// Messages and their parts: written whole, read in order, never rewritten by a reader.
import * as z from "zod/mini";
import type { AssistantMessage, Message, UserMessage } from "../message/message.ts";
import { partToJson } from "../message/part.ts";
import { readAssistantMetadata, readAssistantPart, readPart, readUserMetadata, versionOf } from "../message/version.ts";
import { saveContent } from "./blobs.ts";
import { indexWords } from "./search.ts";
import type { Store } from "./store.ts";

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
export function saveUserMessage(store: Store, { session_id, at, message, contents, ends_draft }: UserMessageRow): void {
  store.transaction(() => {
    for (const [id, text] of contents) saveContent(store, id, text);
    insertMessage(store, session_id, message, at);
    for (const [index, part] of message.parts.entries()) writePart(store, message.id, index, partToJson(part));
    indexWords(store, session_id, message.id, message.parts);
    if (ends_draft) store.run("DELETE FROM drafts WHERE session_id = ?", session_id);
  });
}

/** The empty row an answer streams into; its `finish` is null until it ends. */
export function startAnswer(store: Store, sessionId: string, message: AssistantMessage, at: number): void {
  store.transaction(() => {
    insertMessage(store, sessionId, message, at);
  });
}

/** The parts that changed since the last save, and the metadata as it is now. Its words are indexed when it has ended. */
export function saveAnswer(
  store: Store,
  sessionId: string,
  message: AssistantMessage,
  changed: Iterable<number>,
): void {
  store.transaction(() => {
    if (message.metadata.finish !== null) indexWords(store, sessionId, message.id, message.parts);
    for (const index of changed) writePart(store, message.id, index, message.parts[index]);
    store.run("UPDATE chat_messages SET metadata_json = ? WHERE id = ?", JSON.stringify(message.metadata), message.id);
  });
}

/** Answers nobody is writing any more are closed as interrupted; what had arrived stays. */
export function closeInterrupted(store: Store, sessionId: string): void {
  store.run(
    `UPDATE chat_messages SET metadata_json = json_set(metadata_json, '$.finish', 'interrupted')
     WHERE session_id = ? AND role = 'assistant' AND json_extract(metadata_json, '$.finish') IS NULL`,
    sessionId,
  );
}

const MessageRow = z.object({
  id: z.string(),
  role: z.enum(["user", "assistant"]),
  created_at: z.int(),
  metadata_json: z.string(),
});
const PartRow = z.object({ message_id: z.string(), data_json: z.string() });

/** As a limit: no limit. */
export const ALL = -1;

/** The last `limit` messages before a message (or of the session), oldest first. */
export function readMessages(store: Store, sessionId: string, limit: number, before?: string): StoredMessage[] {
  const rows = store
    .all(
      `SELECT id, role, created_at, metadata_json FROM chat_messages
       WHERE session_id = ?1 AND hidden_at IS NULL
         AND (?2 IS NULL OR (created_at, id) < (SELECT created_at, id FROM chat_messages WHERE id = ?2))
       ORDER BY created_at DESC, id DESC LIMIT ?3`,
      sessionId,
      before ?? null,
      limit,
    )
    .map((row) => MessageRow.parse(row))
    .reverse();
  return rows.map((row) => ({ at: row.created_at, message: toMessage(row, readParts(store, row.id)) }));
}

export function countMessages(store: Store, sessionId: string, before?: string): number {
  const row = store.get(
    `SELECT count(*) AS count FROM chat_messages
     WHERE session_id = ?1 AND hidden_at IS NULL
       AND (?2 IS NULL OR (created_at, id) < (SELECT created_at, id FROM chat_messages WHERE id = ?2))`,
    sessionId,
    before ?? null,
  );
  return z.object({ count: z.int() }).parse(row).count;
}

function insertMessage(store: Store, sessionId: string, message: Message, at: number): void {
  store.run(
    "INSERT INTO chat_messages (id, session_id, role, created_at, metadata_json) VALUES (?, ?, ?, ?, ?)",
    message.id,
    sessionId,
    message.role,
    at,
    JSON.stringify(message.metadata),
  );
  store.run("UPDATE chat_sessions SET updated_at = ? WHERE id = ?", at, sessionId);
}

function writePart(store: Store, messageId: string, index: number, part: unknown): void {
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

function toMessage(row: z.infer<typeof MessageRow>, parts: unknown[]): Message {
  const metadata = readJson(row.metadata_json);
  if (row.role === "assistant") {
    const answer = parts.map(readAssistantPart);
    return { id: row.id, role: "assistant", parts: answer, metadata: readAssistantMetadata(metadata) };
  }
  const version = versionOf(metadata);
  const composed = parts.map((part) => readPart(part, version));
  return { id: row.id, role: "user", parts: composed, metadata: readUserMetadata(metadata) };
}

/** A row that is not JSON any more is shown as unsupported, not thrown. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
