// The pins of a conversation, in their order, and what was sent last of each.
import * as z from "zod/mini";
import { Pin } from "../message/pin.ts";
import { readJson } from "./database/read-json.ts";
import type { Store } from "./database/store.ts";

/** A read-only database of an earlier version may have no pins. */
function hasPins(store: Store): boolean {
  return !store.readOnly || store.get("SELECT 1 FROM sqlite_schema WHERE name = 'pin_sends'") !== undefined;
}

const PinRow = z.object({ data_json: z.string() });

/** In order. Skips rows this version cannot read, and does not change them. */
export function readPins(store: Store, conversationId: string): Pin[] {
  if (!hasPins(store)) return [];
  const rows = store.all("SELECT data_json FROM pins WHERE session_id = ? ORDER BY idx, id", conversationId);
  return rows.flatMap((row) => {
    const pin = Pin.safeParse(readJson(PinRow.parse(row).data_json));
    return pin.success ? [pin.data] : [];
  });
}

/** Before a pin, or at the end. One that is pinned already stays where it is. The conversation must be stored. */
export function addPins(store: Store, conversationId: string, pins: readonly Pin[], before?: string): void {
  store.transaction(() => {
    const order = readOrder(store, conversationId);
    const fresh = new Map(pins.filter(({ id }) => !order.includes(id)).map((pin) => [pin.id, pin]));
    for (const [id, pin] of fresh)
      store.run(
        "INSERT INTO pins (session_id, id, idx, data_json) VALUES (?, ?, -1, ?)",
        conversationId,
        id,
        JSON.stringify(pin),
      );
    writeOrder(store, conversationId, placedBefore(order, [...fresh.keys()], before));
  });
}

/** In the given order, before a pin or at the end. Skips ids that are not pinned. */
export function movePins(store: Store, conversationId: string, ids: readonly string[], before?: string): void {
  store.transaction(() => {
    const order = readOrder(store, conversationId);
    const moved = [...new Set(ids)].filter((id) => order.includes(id));
    writeOrder(store, conversationId, placedBefore(order, moved, before));
  });
}

export function removePins(store: Store, conversationId: string, ids: readonly string[]): void {
  store.transaction(() => {
    for (const id of ids) store.run("DELETE FROM pins WHERE session_id = ? AND id = ?", conversationId, id);
  });
}

/** Copies all pins to a conversation that has none yet. The caller holds the transaction. */
export function copyPins(store: Store, from: string, to: string): void {
  store.run(
    "INSERT INTO pins (session_id, id, idx, data_json) SELECT ?2, id, idx, data_json FROM pins WHERE session_id = ?1",
    from,
    to,
  );
  store.run(
    `INSERT INTO pin_sends (session_id, pin_id, content_id, at)
     SELECT ?2, pin_id, content_id, at FROM pin_sends WHERE session_id = ?1`,
    from,
    to,
  );
  followOpenEditors(store, to, followsOpenEditors(store, from));
}

export function followsOpenEditors(store: Store, conversationId: string): boolean {
  if (!hasPins(store)) return false;
  const sql = "SELECT 1 FROM chat_sessions WHERE id = ? AND follows_open_editors = 1";
  return store.get(sql, conversationId) !== undefined;
}

/** The conversation must be stored. */
export function followOpenEditors(store: Store, conversationId: string, follows: boolean): void {
  store.run("UPDATE chat_sessions SET follows_open_editors = ? WHERE id = ?", follows ? 1 : 0, conversationId);
}

export interface SentPin {
  id: string;
  /** What it was when it was sent. */
  content_id: string;
}

export function recordSentPins(store: Store, conversationId: string, sent: readonly SentPin[], at: number): void {
  if (sent.length === 0) return;
  store.transaction(() => {
    for (const { id, content_id } of sent)
      store.run(
        `INSERT INTO pin_sends (session_id, pin_id, content_id, at) VALUES (?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET content_id = excluded.content_id, at = excluded.at`,
        conversationId,
        id,
        content_id,
        at,
      );
  });
}

const SentRow = z.object({ pin_id: z.string(), content_id: z.string() });

/** What each pin was when it was last sent, by its id. */
export function readSentPins(store: Store, conversationId: string): Map<string, string> {
  if (!hasPins(store)) return new Map();
  const rows = store.all("SELECT pin_id, content_id FROM pin_sends WHERE session_id = ?", conversationId);
  return new Map(rows.map((row) => SentRow.parse(row)).map(({ pin_id, content_id }) => [pin_id, content_id]));
}

function readOrder(store: Store, conversationId: string): string[] {
  const rows = store.all("SELECT id FROM pins WHERE session_id = ? ORDER BY idx, id", conversationId);
  return rows.map((row) => z.object({ id: z.string() }).parse(row).id);
}

function writeOrder(store: Store, conversationId: string, order: readonly string[]): void {
  for (const [index, id] of order.entries())
    store.run("UPDATE pins SET idx = ? WHERE session_id = ? AND id = ? AND idx != ?", index, conversationId, id, index);
}

/** The end, if the pin to put them before is moved itself or not pinned. */
function placedBefore(order: readonly string[], moved: readonly string[], before: string | undefined): string[] {
  const rest = order.filter((id) => !moved.includes(id));
  const at = before === undefined ? -1 : rest.indexOf(before);
  return at < 0 ? [...rest, ...moved] : [...rest.slice(0, at), ...moved, ...rest.slice(at)];
}
