// Every content and every kept result that a row of the database names, read in pages.
import * as z from "zod/mini";
import type { Store } from "../database/store.ts";

/** As every content is named, whatever the field, and as results are: parts of newer versions keep theirs too. */
const NAME = /\b[0-9a-f]{64}\b|[\w-]+-[0-9a-f]{8}\.txt\b/g;

const Row = z.object({ at: z.int(), text: z.string() });
const PAGE = 8;

/** Longer texts are looked through one at a time. */
const LONG = 1 << 18;

/** All tables with rows of a conversation. A row without a conversation counts as kept. */
const SCANS: readonly string[] = [
  scan(
    "chat_messages",
    `one.metadata_json
     || coalesce((SELECT group_concat(data_json, ' ') FROM chat_parts WHERE message_id = one.id), '')
     || ' ' || coalesce((SELECT group_concat(coalesce(before_id, '') || ' ' || after_id, ' ')
       FROM (SELECT message_id, before_id, after_id FROM edits
         UNION ALL SELECT message_id, before_id, after_id FROM pending_edits) WHERE message_id = one.id), '')`,
  ),
  ...["drafts", "manifests", "skill_invocations", "pins"].map((table) => scan(table, "one.data_json")),
  scan("pin_sends", "one.content_id"),
];

function scan(table: string, text: string): string {
  return `SELECT one.rowid AS at, ${text} AS text
    FROM ${table} AS one LEFT JOIN chat_sessions ON chat_sessions.id = one.session_id
    WHERE one.rowid > ?1 AND (?3 IS NULL OR (coalesce(deleted_at, ?2) < ?2) = ?3) ORDER BY one.rowid LIMIT ${PAGE}`;
}

export interface Among {
  before: number;
  /** Only in conversations that were deleted before that time, or only in others. */
  isDeleted: boolean;
}

/** Awaits `pause` often, so that it does not block the event loop. */
export async function* namesIn(
  store: Store,
  among: Among | undefined,
  pause: () => Promise<void>,
): AsyncGenerator<string> {
  const isDeleted = among === undefined ? null : among.isDeleted ? 1 : 0;
  for (const sql of SCANS) {
    let [last, isOver] = [0, false];
    while (!isOver) {
      await pause();
      const rows = store.all(sql, last, among?.before ?? 0, isDeleted).map((row) => Row.parse(row));
      for (const { text } of rows) {
        if (text.length > LONG) await pause();
        for (const [name] of text.matchAll(NAME)) yield name;
      }
      isOver = rows.length < PAGE;
      last = rows.at(-1)?.at ?? last;
    }
  }
}

/** Changes after every write, of this window or another. */
export function versionOf(store: Store): string {
  return JSON.stringify([store.get("PRAGMA data_version"), store.get("SELECT total_changes()")]);
}
