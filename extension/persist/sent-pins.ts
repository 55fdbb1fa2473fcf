// The pins that turns carried: their texts by content hash, and the message that each stood before.
import * as z from "zod/mini";
import { SentPinRow } from "../message/manifest.ts";
import { contentId, loadContent, saveContent } from "./contents/blobs.ts";
import { readJson } from "./database/read-json.ts";
import type { Store } from "./database/store.ts";
import * as words from "./words.ts";

/** A text that was carried before is stored already. */
export function saveSentTexts(store: Store, texts: readonly string[]): void {
  if (texts.length === 0) return;
  store.transaction(() => {
    for (const text of texts) saveContent(store, contentId(text), text);
  });
}

interface SentText extends Omit<SentPinRow, "content_id"> {
  text: string;
}

export interface CarriedPins {
  message_id: string;
  /** Whether later requests repeat them. */
  repeats: boolean;
  sent: SentText[];
}

const Row = z.object({ message_id: z.string(), placement: z.nullable(z.string()), sent: z.string() });
const Sent = z.array(SentPinRow);

/** The pins of requests that were sent, from manifests after a row, oldest first; and the last row. */
export function readCarriedPins(
  store: Store,
  conversationId: string,
  after: number,
): { carried: CarriedPins[]; last: number } {
  const rows = store
    .all(
      `SELECT message_id, json_extract(data_json, '$.pins_placement') AS placement,
         json_extract(data_json, '$.sent_pins') AS sent
       FROM manifests WHERE session_id = ?1 AND rowid > ?2
         AND iif(json_valid(data_json), json_type(data_json, '$.sent_pins') IS 'array'
           AND json_extract(data_json, '$.estimate') <= json_extract(data_json, '$.limit'), FALSE)
       ORDER BY rowid`,
      conversationId,
      after,
    )
    .map((row) => Row.parse(row));
  const carried = rows.map(({ message_id, placement, sent }) => {
    const named = Sent.safeParse(readJson(sent));
    return { message_id, repeats: placement === "append", sent: (named.data ?? []).map((pin) => toSent(store, pin)) };
  });
  const newest = store.get("SELECT coalesce(max(rowid), 0) AS row FROM manifests");
  return { carried, last: z.object({ row: z.int() }).parse(newest).row };
}

/** Shows the pin's name in place of a missing text. */
function toSent(store: Store, { content_id, ...pin }: SentPinRow): SentText {
  return { ...pin, text: loadContent(store, content_id) ?? words.unavailable(pin.name) };
}
