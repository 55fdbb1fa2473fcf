// What a turn is doing, for the other windows and for the next start; and the replies of other windows to its asks.
import * as z from "zod/mini";
import { readJson } from "./database/read-json.ts";
import type { Store } from "./database/store.ts";

/** `null` when there is nothing to tell besides that a turn runs, or that none does. */
export function saveRun(store: Store, conversationId: string, run: unknown): void {
  const json = run === null ? null : JSON.stringify(run);
  store.run("UPDATE chat_sessions SET run_json = ? WHERE id = ?", json, conversationId);
}

const Row = z.object({ id: z.string(), run_json: z.string(), updated_at: z.int() });

/** `undefined` if nothing is stored. A read-only store of an earlier version may lack the column. */
export function readRun(store: Store, conversationId: string): unknown {
  if (store.readOnly) return undefined;
  const sql = "SELECT id, run_json, updated_at FROM chat_sessions WHERE id = ? AND run_json IS NOT NULL";
  const row = store.get(sql, conversationId);
  return row === undefined ? undefined : readJson(Row.parse(row).run_json);
}

export interface StoredRun {
  id: string;
  updated_at: number;
  run: unknown;
}

export function readRuns(store: Store): StoredRun[] {
  if (store.readOnly) return [];
  const rows = store.all(
    "SELECT id, run_json, updated_at FROM chat_sessions WHERE run_json IS NOT NULL AND deleted_at IS NULL",
  );
  return rows.map((row) => {
    const { id, updated_at, run_json } = Row.parse(row);
    return { id, updated_at, run: readJson(run_json) };
  });
}

/** `asked` is the ask as the user saw it: the window that runs the turn compares it with the one that waits. */
export interface StoredReply {
  asked: string;
  call_id: string;
  reply: unknown;
}

export function saveReply(store: Store, conversationId: string, { asked, call_id, reply }: StoredReply): void {
  store.run(
    "INSERT INTO ask_replies (session_id, asked, call_id, reply_json) VALUES (?, ?, ?, ?)",
    ...[conversationId, asked, call_id, JSON.stringify(reply)],
  );
}

const ReplyRow = z.object({ asked: z.string(), call_id: z.string(), reply_json: z.string() });

/** Removes them: a reply counts once, or not at all. */
export function takeReplies(store: Store, conversationId: string): StoredReply[] {
  const sql = "SELECT asked, call_id, reply_json FROM ask_replies WHERE session_id = ? ORDER BY rowid";
  if (store.get(sql, conversationId) === undefined) return [];
  return store.transaction(() => {
    const rows = store.all(sql, conversationId);
    store.run("DELETE FROM ask_replies WHERE session_id = ?", conversationId);
    return rows.map((row) => {
      const { asked, call_id, reply_json } = ReplyRow.parse(row);
      return { asked, call_id, reply: readJson(reply_json) };
    });
  });
}
