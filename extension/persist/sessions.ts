// Session rows, and who runs a turn in them.
import * as z from "zod/mini";
import { SessionSummary } from "../message/session.ts";
import type { Store } from "./store.ts";

export function createSession(store: Store, session: SessionSummary): void {
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

function toSummary(row: unknown): SessionSummary {
  const { ephemeral } = z.object({ ephemeral: z.int() }).parse(row);
  return SessionSummary.parse({ ...(row as object), ephemeral: ephemeral === 1 });
}

/** A deleted session reads as none. */
export function readSession(store: Store, id: string): SessionSummary | undefined {
  const row = store.get(`SELECT ${COLUMNS} FROM chat_sessions WHERE id = ? AND deleted_at IS NULL`, id);
  return row === undefined ? undefined : toSummary(row);
}

/** All that are not deleted, most recently used first. */
export function listSessions(store: Store): SessionSummary[] {
  const order = "ORDER BY updated_at DESC, id DESC";
  return store.all(`SELECT ${COLUMNS} FROM chat_sessions WHERE deleted_at IS NULL ${order}`).map(toSummary);
}

export function renameSession(store: Store, id: string, title: string): void {
  store.run("UPDATE chat_sessions SET title = ? WHERE id = ?", title, id);
}

/** `null` brings it back. */
export function archiveSession(store: Store, id: string, at: number | null): void {
  store.run("UPDATE chat_sessions SET archived_at = ? WHERE id = ?", at, id);
}

/** Gone from every list, and back with `null` until it is purged. */
export function deleteSession(store: Store, id: string, at: number | null): void {
  store.run("UPDATE chat_sessions SET deleted_at = ? WHERE id = ?", at, id);
}

/** One that was never stored is not deleted. */
export function isDeleted(store: Store, id: string): boolean {
  return store.get("SELECT 1 FROM chat_sessions WHERE id = ? AND deleted_at IS NOT NULL", id) !== undefined;
}

/** Sessions deleted before a time are removed with everything in them. The caller holds the transaction. */
export function purgeDeleted(store: Store, before: number): void {
  store.run("DELETE FROM chat_words WHERE session_id IN (SELECT id FROM chat_sessions WHERE deleted_at < ?)", before);
  store.run("DELETE FROM chat_sessions WHERE deleted_at < ?", before);
}

/** A holder that has not been heard of for this long is gone, even if its process id lives on in another program. */
const HOLD_MS = 20_000;

export interface TurnHolder {
  /** This process. */
  owner: string;
  now: number;
  /** Whether the process behind an owner's name still runs. */
  isAlive: (owner: string) => boolean;
}

/** Idle to busy in one step, across windows. A holder whose process is gone does not hold. */
export function claimTurn(store: Store, id: string, by: TurnHolder): boolean {
  return store.transaction(() => {
    if (isHeldElsewhere(store, id, by)) return false;
    takeTurn(store, id, by);
    return true;
  });
}

/** The caller holds the transaction, and knows that the turn is free. */
export function takeTurn(store: Store, id: string, by: TurnHolder): void {
  store.run(
    "UPDATE chat_sessions SET turn_owner = ?, turn_at = ?, stop_requested_at = NULL WHERE id = ?",
    by.owner,
    by.now,
    id,
  );
}

/** Asks whoever runs a turn here to stop it. */
export function requestStop(store: Store, id: string, now: number): void {
  store.run("UPDATE chat_sessions SET stop_requested_at = ? WHERE id = ? AND turn_owner IS NOT NULL", now, id);
}

/** Whether another window asked for it since the turn began. */
export function isStopRequested(store: Store, id: string): boolean {
  return store.get("SELECT 1 FROM chat_sessions WHERE id = ? AND stop_requested_at IS NOT NULL", id) !== undefined;
}

/** Says that the turn still runs; due well within `HOLD_MS`. */
export function renewTurn(store: Store, id: string, owner: string, now: number): void {
  store.run("UPDATE chat_sessions SET turn_at = ? WHERE id = ? AND turn_owner = ?", now, id, owner);
}

export function releaseTurn(store: Store, id: string, owner: string): void {
  store.run(
    `UPDATE chat_sessions SET turn_owner = NULL, turn_at = NULL, stop_requested_at = NULL
     WHERE id = ? AND turn_owner = ?`,
    id,
    owner,
  );
}

const HolderRow = z.object({ id: z.string(), turn_owner: z.nullable(z.string()), turn_at: z.nullable(z.int()) });
type HolderRow = z.infer<typeof HolderRow>;

/** Whether another living process runs a turn here. */
export function isHeldElsewhere(store: Store, id: string, by: TurnHolder): boolean {
  const row = store.get("SELECT id, turn_owner, turn_at FROM chat_sessions WHERE id = ?", id);
  return row !== undefined && isHeldByAnother(HolderRow.parse(row), by);
}

/** Whether some process, this one included, said lately that it runs a turn here. */
export function isHeld(store: Store, id: string, now: number): boolean {
  const sql = "SELECT 1 FROM chat_sessions WHERE id = ? AND turn_owner IS NOT NULL AND turn_at > ?";
  return store.get(sql, id, now - HOLD_MS) !== undefined;
}

/** Whether some process runs a turn in any of them. */
export function isAnyHeld(store: Store, now: number): boolean {
  const sql = "SELECT 1 FROM chat_sessions WHERE turn_owner IS NOT NULL AND turn_at > ? LIMIT 1";
  return store.get(sql, now - HOLD_MS) !== undefined;
}

function isHeldByAnother({ turn_owner, turn_at }: HolderRow, by: TurnHolder): boolean {
  if (turn_owner === null || turn_owner === by.owner) return false;
  return by.now - (turn_at ?? 0) < HOLD_MS && by.isAlive(turn_owner);
}

/** The sessions with a turn under way, and whether it is ours. */
export function runningSessions(store: Store, by: TurnHolder): Map<string, "here" | "elsewhere"> {
  const rows = store.all("SELECT id, turn_owner, turn_at FROM chat_sessions WHERE turn_owner IS NOT NULL");
  const holders = rows.map((row) => HolderRow.parse(row));
  return new Map([
    ...holders.filter((row) => row.turn_owner === by.owner).map((row) => [row.id, "here"] as const),
    ...holders.filter((row) => isHeldByAnother(row, by)).map((row) => [row.id, "elsewhere"] as const),
  ]);
}
