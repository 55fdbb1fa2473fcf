// Makes a salvaged database consistent: every row has its parent, every message its words in the index.
import * as z from "zod/mini";
import type { IndexedMessage } from "./salvage.ts";
import type { Store } from "./store.ts";

/** For a store whose foreign keys are off; they hold when it returns. */
export function mend(store: Store, indexed: readonly IndexedMessage[]): void {
  store.transaction(() => {
    for (const message of indexed) standIn(store, message);
    giveSessions(store, "chat_messages", "created_at");
    giveSessions(store, "drafts", "updated_at");
    dropOrphans(store);
    indexAllWords(store);
  });
}

/** Restores the row of a message that still has parts. Its role is assumed to differ from the message before it. */
function standIn(store: Store, { id, session_id, created_at }: IndexedMessage): void {
  store.run(
    `INSERT OR IGNORE INTO chat_messages (id, session_id, created_at, role, metadata_json)
     SELECT ?1, ?2, ?3, role, iif(role = 'user', '{"schema_version":1}',
       '{"schema_version":1,"model":"unknown/unknown","model_name":"unknown","finish":"interrupted"}')
     FROM (SELECT iif((SELECT role FROM chat_messages WHERE session_id = ?2 AND (created_at, id) < (?3, ?1)
       ORDER BY created_at DESC, id DESC LIMIT 1) = 'user', 'assistant', 'user') AS role)
     WHERE EXISTS (SELECT 1 FROM chat_parts WHERE message_id = ?1)`,
    id,
    session_id,
    created_at,
  );
}

function giveSessions(store: Store, table: string, at: string): void {
  store.run(
    `INSERT INTO chat_sessions (id, title, created_at, updated_at)
     SELECT session_id, 'Recovered conversation', min(${at}), max(${at}) FROM ${table}
     WHERE session_id NOT IN (SELECT id FROM chat_sessions) GROUP BY session_id`,
  );
}

const Orphan = z.object({ table: z.string(), rowid: z.int() });

/** Deletes rows whose parent row is missing. */
function dropOrphans(store: Store): void {
  store.run("DELETE FROM chat_parts WHERE message_id NOT IN (SELECT id FROM chat_messages)");
  for (const row of store.all("PRAGMA foreign_key_check")) {
    const { table, rowid } = Orphan.parse(row);
    store.run(`DELETE FROM ${table} WHERE rowid = ?`, rowid);
  }
}

/** As `indexWords` does it for one message. */
function indexAllWords(store: Store): void {
  store.run(
    `INSERT INTO chat_words (text, session_id, message_id)
     SELECT group_concat(json_extract(data_json, '$.text'), ' ' ORDER BY idx), session_id, message_id
     FROM (SELECT message_id, idx, iif(json_valid(data_json), data_json, '{}') AS data_json FROM chat_parts)
     JOIN chat_messages ON chat_messages.id = message_id
     WHERE json_type(data_json, '$.text') = 'text' GROUP BY message_id`,
  );
}
