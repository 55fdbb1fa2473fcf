// The queue of a conversation: user messages with `queued_at`, oldest first. Each is sent once, or taken back.
import * as z from "zod/mini";
import type { UserMessage } from "../message/message.ts";
import { saveContent } from "./contents/blobs.ts";
import { readDraft, saveDraft } from "./drafts.ts";
import { fromRow, insertUserMessage, MessageRow, QUEUED, readMessage, timeAfterSent } from "./messages.ts";
import type { UserMessageRow } from "./messages.ts";
import { forgetWords } from "./search.ts";
import {
  type Claim,
  holdsTurn,
  isHeldElsewhere,
  keepTurn,
  releaseTurn,
  takeTurn,
  type TurnHolder,
} from "./ownership/lease.ts";
import type { Store } from "./database/store.ts";

/** Why the queue is held: the user held it, or the last turn failed. */
export type Hold = "hold" | "failed";

const QueuedRow = z.object({ ...MessageRow.shape, queued_at: z.int() });

interface Queued {
  queued_at: number;
  message: UserMessage;
}

/** In the order in which they are sent. */
export function readQueue(store: Store, conversationId: string): UserMessage[] {
  return readQueued(store, conversationId).map(({ message }) => message);
}

function readQueued(store: Store, conversationId: string): Queued[] {
  const rows = store.all(
    `SELECT id, role, created_at, metadata_json, json_extract(metadata_json, '$.queued_at') AS queued_at
     FROM chat_messages WHERE session_id = ? AND hidden_at IS NULL AND ${QUEUED} ORDER BY queued_at, id`,
    conversationId,
  );
  return rows.flatMap((row) => {
    const parsed = QueuedRow.parse(row);
    const message = fromRow(store, parsed);
    return message.role === "user" ? [{ queued_at: parsed.queued_at, message }] : [];
  });
}

function hasQueued(store: Store, conversationId: string): boolean {
  const sql = `SELECT 1 FROM chat_messages WHERE session_id = ? AND hidden_at IS NULL AND ${QUEUED} LIMIT 1`;
  return store.get(sql, conversationId) !== undefined;
}

/** How many queued messages the user did not write, in all conversations. */
export function countFromOutside(store: Store): number {
  const sql = `SELECT count(*) AS count FROM chat_messages
    WHERE hidden_at IS NULL AND ${QUEUED} AND json_extract(metadata_json, '$.origin') IS NOT NULL`;
  return z.object({ count: z.int() }).parse(store.get(sql)).count;
}

/** The conversations with queued messages whose queue is not held. */
export function conversationsWithQueue(store: Store): string[] {
  const rows = store.all(
    `SELECT id FROM chat_sessions WHERE deleted_at IS NULL AND queue_hold IS NULL
       AND EXISTS (SELECT 1 FROM chat_messages WHERE session_id = chat_sessions.id AND hidden_at IS NULL AND ${QUEUED})`,
  );
  return rows.map((row) => z.object({ id: z.string() }).parse(row).id);
}

/** At the end of the queue, even if the clock was set back; a message that steers goes behind the last one that does. */
export function enqueue(store: Store, row: UserMessageRow): void {
  store.transaction(() => {
    const last = readQueued(store, row.session_id).at(-1);
    const queued_at = last === undefined ? row.at : Math.max(row.at, last.queued_at + 1);
    insertUserMessage(store, {
      ...row,
      message: { ...row.message, metadata: { ...row.message.metadata, queued_at } },
    });
    if (row.message.metadata.steers === true) {
      const queue = readQueued(store, row.session_id);
      reorder(store, queue, queue.length - 1, queue.filter(({ message }) => message.metadata.steers).length - 1);
    }
  });
}

/** Puts a message that was taken out back where it was: its `queued_at` says where. */
export function requeue(store: Store, row: UserMessageRow, hold: Hold | null = null): void {
  store.transaction(() => {
    insertUserMessage(store, row);
    if (hold !== null) keepHeld(store, row.session_id, hold);
  });
}

/**
 * Moves a message from the queue into the conversation. Returns the time it was sent, or `undefined` if it has left the
 * queue or, for a caller that `minds` it, the queue is held.
 */
export function fire(
  store: Store,
  { session_id, at: now, message, contents }: UserMessageRow,
  minds = false,
): number | undefined {
  return store.transaction(() => {
    if (!isWaiting(store, session_id, message.id)) return undefined;
    if (minds && readHold(store, session_id) !== null) return undefined;
    const at = timeAfterSent(store, session_id, now);
    for (const [id, text] of contents) saveContent(store, id, text);
    const { queued_at, ...metadata } = message.metadata;
    store.run(
      "UPDATE chat_messages SET created_at = ?, metadata_json = ? WHERE id = ?",
      at,
      JSON.stringify(metadata),
      message.id,
    );
    store.run("UPDATE chat_sessions SET updated_at = ? WHERE id = ?", at, session_id);
    forgetHoldOfNothing(store, session_id);
    return at;
  });
}

function isWaiting(store: Store, conversationId: string, id: string): boolean {
  return (
    store.get(`SELECT 1 FROM chat_messages WHERE id = ? AND session_id = ? AND ${QUEUED}`, id, conversationId) !==
    undefined
  );
}

/** Removes a message from the queue and returns it. No-op if it was sent. */
export function cancelQueued(store: Store, id: string): UserMessage | undefined {
  return store.transaction(() => removeQueued(store, id));
}

function removeQueued(store: Store, id: string): UserMessage | undefined {
  const row = store.get(`SELECT session_id FROM chat_messages WHERE id = ? AND ${QUEUED}`, id);
  const message = row === undefined ? undefined : readMessage(store, id);
  if (message?.role !== "user") return undefined;
  forgetWords(store, id);
  store.run("DELETE FROM chat_messages WHERE id = ?", id);
  forgetHoldOfNothing(store, z.object({ session_id: z.string() }).parse(row).session_id);
  return message;
}

/** Moves messages from the queue into the draft, in one transaction. Returns those that were still queued. */
export function takeBack(
  store: Store,
  conversationId: string,
  ids: readonly string[],
  at: number,
  toDraft: (stored: unknown, messages: readonly UserMessage[]) => unknown,
): UserMessage[] {
  return store.transaction(() => {
    const messages = ids.flatMap((id) => removeQueued(store, id) ?? []);
    if (messages.length > 0) saveDraft(store, conversationId, toDraft(readDraft(store, conversationId), messages), at);
    return messages;
  });
}

/** One place up or down, to the front, or before another (`null`: to the end). */
export type MoveTo = "up" | "down" | "first" | { before: string | null };

/** `false` if the message is not queued or already in place, or if the message to put it before has left the queue. */
export function moveQueued(store: Store, conversationId: string, id: string, to: MoveTo): boolean {
  return store.transaction(() => {
    const queue = readQueued(store, conversationId);
    const from = queue.findIndex(({ message }) => message.id === id);
    return reorder(store, queue, from, placeOf(queue, from, to));
  });
}

function placeOf(queue: readonly Queued[], from: number, to: MoveTo): number {
  if (to === "first") return 0;
  if (to === "up" || to === "down") return to === "up" ? from - 1 : from + 1;
  const others = queue.toSpliced(from, 1);
  return to.before === null ? others.length : others.findIndex(({ message }) => message.id === to.before);
}

function reorder(store: Store, queue: readonly Queued[], from: number, place: number): boolean {
  const moved = queue[from];
  if (moved === undefined || place === from || place < 0 || place >= queue.length) return false;
  const order = queue.toSpliced(from, 1).toSpliced(place, 0, moved);
  let time = -1;
  for (const [index, { message }] of order.entries()) {
    time = Math.max(time + 1, queue[index]?.queued_at ?? 0);
    store.run(
      "UPDATE chat_messages SET metadata_json = json_set(metadata_json, '$.queued_at', CAST(? AS INTEGER)) WHERE id = ?",
      time,
      message.id,
    );
  }
  return true;
}

/** A read-only store of an earlier version may lack the column. */
export function readHold(store: Store, conversationId: string): Hold | null {
  if (store.readOnly) return null;
  const row = store.get("SELECT queue_hold FROM chat_sessions WHERE id = ?", conversationId);
  return row === undefined ? null : HoldRow.parse(row).queue_hold;
}

const HoldRow = z.object({ queue_hold: z.nullable(z.enum(["hold", "failed"])) });

/** Holds the queue until it is released. No-op for an empty queue. A failure does not replace the user's hold. */
export function holdQueue(store: Store, conversationId: string, why: Hold): void {
  store.transaction(() => {
    keepHeld(store, conversationId, why);
  });
}

/** Inside a transaction. */
function keepHeld(store: Store, conversationId: string, why: Hold): void {
  if (!hasQueued(store, conversationId)) return;
  const kept = why === "failed" ? " AND queue_hold IS NULL" : "";
  store.run(`UPDATE chat_sessions SET queue_hold = ? WHERE id = ?${kept}`, why, conversationId);
}

export function releaseHold(store: Store, conversationId: string, why?: Hold): void {
  const only = why === undefined ? "" : ` AND queue_hold = '${why}'`;
  store.run(`UPDATE chat_sessions SET queue_hold = NULL WHERE id = ?${only}`, conversationId);
}

function forgetHoldOfNothing(store: Store, conversationId: string): void {
  if (!hasQueued(store, conversationId)) releaseHold(store, conversationId);
}

/**
 * Goes from idle to busy for a message that does not come from the queue. Messages queued while no turn runs were left
 * by an ended process: holds the queue until the user releases it.
 */
export function claimBeside(store: Store, id: string, by: TurnHolder): Claim | undefined {
  return store.transaction(() => {
    if (isHeldElsewhere(store, id, by)) return undefined;
    const claim = takeTurn(store, id, by);
    if (hasQueued(store, id))
      store.run("UPDATE chat_sessions SET queue_hold = coalesce(queue_hold, 'hold') WHERE id = ?", id);
    return claim;
  });
}

/**
 * Ends a turn: the claim goes on with the next message of the queue, or is given back. No-op if another window has the
 * turn. One transaction, so that no other window comes between.
 */
export function endTurn(store: Store, id: string, claim: Claim, now: number): "kept" | "released" | "lost" {
  return store.transaction(() => {
    if (!holdsTurn(store, id, claim)) return "lost";
    const isNext = hasQueued(store, id) && readHold(store, id) === null;
    if (isNext) keepTurn(store, id, claim, now);
    else releaseTurn(store, id, claim);
    return isNext ? "kept" : "released";
  });
}
