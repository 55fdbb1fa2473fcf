// Content-addressed texts: stored once however often they are sent.
import { createHash } from "node:crypto";
import * as z from "zod/mini";
import type { Store } from "./store.ts";

/** The sha256 of its UTF-8 bytes, in hex. */
export function contentId(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

export function saveContent(store: Store, id: string, text: string): void {
  const bytes = Buffer.from(text);
  store.run(
    "INSERT INTO blobs (content_id, mime, size, bytes) VALUES (?, 'text/plain', ?, ?) ON CONFLICT DO NOTHING",
    id,
    bytes.length,
    bytes,
  );
}

const Row = z.object({ bytes: z.instanceof(Uint8Array) });

export function loadContent(store: Store, id: string): string | undefined {
  const row = store.get("SELECT bytes FROM blobs WHERE content_id = ?", id);
  return row === undefined ? undefined : Buffer.from(Row.parse(row).bytes).toString("utf8");
}
