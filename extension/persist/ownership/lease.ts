// Leases the turn of a conversation to one claim at a time, across windows. Each claim has a higher number than the last.
import * as z from "zod/mini";
import type { Store } from "../database/store.ts";

/** A holder that has not renewed for this long has ended, even if another program has its process id by now. */
const HOLD_MS = 20_000;

export interface TurnHolder {
  /** This process. */
  owner: string;
  now: number;
  /** Whether the process behind an owner's name still runs. */
  isAlive: (owner: string) => boolean;
}

/**
 * A process that slept, stalled or has a wrong clock may lose its turn without noticing. The number tells its writes
 * from those of the next holder, whatever either clock says.
 */
export interface Claim {
  owner: string;
  number: number;
}

/** Goes from idle to busy atomically across windows. Ignores a holder whose process has ended. */
export function claimTurn(store: Store, id: string, by: TurnHolder): Claim | undefined {
  return store.transaction(() => (isHeldElsewhere(store, id, by) ? undefined : takeTurn(store, id, by)));
}

const NumberRow = z.object({ turn_claim: z.int() });

/** The caller holds the transaction, and knows that the turn is free. */
export function takeTurn(store: Store, id: string, { owner, now }: TurnHolder): Claim {
  store.run(
    `UPDATE chat_sessions SET turn_owner = ?, turn_at = ?, turn_claim = turn_claim + 1, stop_requested_at = NULL
     WHERE id = ?`,
    owner,
    now,
    id,
  );
  const row = store.get("SELECT turn_claim FROM chat_sessions WHERE id = ?", id);
  return { owner, number: NumberRow.parse(row).turn_claim };
}

const IS_OURS = "id = ? AND turn_owner = ? AND turn_claim = ?";

/** Whether the claim still has the turn. Inside a transaction the answer holds until that ends. */
export function holdsTurn(store: Store, id: string, { owner, number }: Claim): boolean {
  return store.get(`SELECT 1 FROM chat_sessions WHERE ${IS_OURS}`, id, owner, number) !== undefined;
}

/** Renews the claim: call it well within `HOLD_MS`. `false` when another claim has the turn. */
export function renewTurn(store: Store, id: string, { owner, number }: Claim, now: number): boolean {
  return store.run(`UPDATE chat_sessions SET turn_at = ? WHERE ${IS_OURS}`, now, id, owner, number).changes > 0;
}

/** The same claim goes on with the next message, and forgets a request to stop. The caller holds the transaction. */
export function keepTurn(store: Store, id: string, { owner, number }: Claim, now: number): void {
  const sql = `UPDATE chat_sessions SET turn_at = ?, stop_requested_at = NULL WHERE ${IS_OURS}`;
  store.run(sql, now, id, owner, number);
}

/** No-op when another claim has the turn. */
export function releaseTurn(store: Store, id: string, { owner, number }: Claim): void {
  store.run(
    `UPDATE chat_sessions SET turn_owner = NULL, turn_at = NULL, stop_requested_at = NULL WHERE ${IS_OURS}`,
    id,
    owner,
    number,
  );
}

/** Asks the window that runs a turn here to stop it. */
export function requestStop(store: Store, id: string, now: number): void {
  store.run("UPDATE chat_sessions SET stop_requested_at = ? WHERE id = ? AND turn_owner IS NOT NULL", now, id);
}

/** Whether another window asked to stop the turn since it began. */
export function isStopRequested(store: Store, id: string): boolean {
  return store.get("SELECT 1 FROM chat_sessions WHERE id = ? AND stop_requested_at IS NOT NULL", id) !== undefined;
}

const HolderRow = z.object({ id: z.string(), turn_owner: z.nullable(z.string()), turn_at: z.nullable(z.int()) });
type HolderRow = z.infer<typeof HolderRow>;

/** Whether another living process runs a turn here. */
export function isHeldElsewhere(store: Store, id: string, by: TurnHolder): boolean {
  const row = store.get("SELECT id, turn_owner, turn_at FROM chat_sessions WHERE id = ?", id);
  return row !== undefined && isHeldByAnother(HolderRow.parse(row), by);
}

const HELD = `turn_owner IS NOT NULL AND abs(?2 - turn_at) < ${HOLD_MS}`;

/** Whether a process, this one included, has a recent claim here. */
export function isHeld(store: Store, id: string, now: number): boolean {
  const sql = `SELECT 1 FROM chat_sessions WHERE id = ?1 AND ${HELD}`;
  return store.get(sql, id, now) !== undefined;
}

/** Whether a process has a recent claim in any conversation. */
export function isAnyHeld(store: Store, now: number): boolean {
  const sql = `SELECT 1 FROM chat_sessions WHERE ${HELD} LIMIT 1`;
  return store.get(sql, null, now) !== undefined;
}

function isHeldByAnother({ turn_owner, turn_at }: HolderRow, by: TurnHolder): boolean {
  if (turn_owner === null || turn_owner === by.owner) return false;
  // A time in the future is from before the clock was set back. A living holder corrects it with its next renewal.
  return Math.abs(by.now - (turn_at ?? 0)) < HOLD_MS && by.isAlive(turn_owner);
}

/** The conversations with a turn under way, and whether it is ours. */
export function runningConversations(store: Store, by: TurnHolder): Map<string, "here" | "elsewhere"> {
  const rows = store.all("SELECT id, turn_owner, turn_at FROM chat_sessions WHERE turn_owner IS NOT NULL");
  const holders = rows.map((row) => HolderRow.parse(row));
  return new Map([
    ...holders.filter((row) => row.turn_owner === by.owner).map((row) => [row.id, "here"] as const),
    ...holders.filter((row) => isHeldByAnother(row, by)).map((row) => [row.id, "elsewhere"] as const),
  ]);
}
