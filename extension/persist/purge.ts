// Conversations that were deleted long ago leave for good, with the contents that nothing else refers to.
import { rmSync, statSync } from "node:fs";
import * as z from "zod/mini";
import { blobFile } from "./blobs.ts";
import { isAnyHeld } from "./lease.ts";
import { purgeDeleted } from "./sessions.ts";
import type { Store } from "./store.ts";

interface Purging {
  /** What was deleted before goes; a content that was stored in a file since then stays. */
  before: number;
  now: () => number;
  /** Awaited often, so that nothing else has to wait. */
  pause: () => Promise<void>;
}

/** `false`: it has to be tried again, because somebody wrote meanwhile what may refer to a content. */
export async function purge(store: Store, { before, now, pause }: Purging): Promise<boolean> {
  if (store.get("SELECT 1 FROM chat_sessions WHERE deleted_at < ? LIMIT 1", before) === undefined) return true;
  // A turn stores contents some time before the rows that name them.
  if (isAnyHeld(store, now())) return false;
  const seen = versionOf(store);
  const unnamed = new Set<string>();
  for await (const id of digestsIn(store, before, true, pause)) unnamed.add(id);
  if (unnamed.size > 0) for await (const id of digestsIn(store, before, false, pause)) unnamed.delete(id);
  return store.transaction(() => {
    if (versionOf(store) !== seen || isAnyHeld(store, now())) return false;
    purgeDeleted(store, before);
    for (const id of unnamed) removeBlob(store, id, before);
    return true;
  });
}

/** As every content is named, whatever the field: parts of newer versions keep theirs too. */
const DIGEST = /\b[0-9a-f]{64}\b/g;

const Row = z.object({ at: z.int(), text: z.string() });
const PAGE = 8;

/** Everything that belongs to a conversation. A row without one is taken for one that stays. */
const SCANS: readonly string[] = [
  scan(
    "chat_messages",
    `one.metadata_json
     || coalesce((SELECT group_concat(data_json, ' ') FROM chat_parts WHERE message_id = one.id), '')
     || ' ' || coalesce((SELECT group_concat(coalesce(before_id, '') || ' ' || after_id, ' ')
       FROM edits WHERE message_id = one.id), '')`,
  ),
  ...["drafts", "manifests", "skill_invocations", "pins"].map((table) => scan(table, "one.data_json")),
  scan("pin_sends", "one.content_id"),
];

function scan(table: string, text: string): string {
  return `SELECT one.rowid AS at, ${text} AS text
    FROM ${table} AS one LEFT JOIN chat_sessions ON chat_sessions.id = one.session_id
    WHERE one.rowid > ?1 AND (coalesce(deleted_at, ?2) < ?2) = ?3 ORDER BY one.rowid LIMIT ${PAGE}`;
}

async function* digestsIn(
  store: Store,
  before: number,
  isDeleted: boolean,
  pause: Purging["pause"],
): AsyncGenerator<string> {
  for (const sql of SCANS) {
    let [last, isOver] = [0, false];
    while (!isOver) {
      await pause();
      const rows = store.all(sql, last, before, isDeleted ? 1 : 0).map((row) => Row.parse(row));
      for (const { text } of rows) for (const [id] of text.matchAll(DIGEST)) yield id;
      isOver = rows.length < PAGE;
      last = rows.at(-1)?.at ?? last;
    }
  }
}

/** Another one whenever anybody has written: another window, or this one. */
function versionOf(store: Store): string {
  return JSON.stringify([store.get("PRAGMA data_version"), store.get("SELECT total_changes()")]);
}

/** A file is written anew whenever its content is stored again: one that was may be in a message that is being written. */
function removeBlob(store: Store, id: string, before: number): void {
  const file = blobFile(store, id);
  const written = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (written >= before) return;
  store.run("DELETE FROM blobs WHERE content_id = ?", id);
  rmSync(file, { force: true });
}
