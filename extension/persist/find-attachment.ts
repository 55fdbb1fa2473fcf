// An attachment of a conversation, found by what the model calls it: its name, or the id of its content.
import * as z from "zod/mini";
import { FileAttachment } from "../message/part.ts";
import { loadBlob } from "./blobs.ts";
import { readJson } from "./messages.ts";
import type { Store } from "./store.ts";

export interface FoundAttachment {
  name: string;
  mime: string;
  /** Nothing when the bytes are gone. */
  bytes: () => Promise<Uint8Array | undefined>;
}

const Row = z.object({ data_json: z.string() });

function fromBase64(data: string | undefined): Uint8Array | undefined {
  return data === undefined ? undefined : Buffer.from(data, "base64");
}

/** The latest of that name. */
export function findAttachment(store: Store, wanted: string, sessionId: string): FoundAttachment | undefined {
  const rows = store.all(
    `SELECT data_json FROM chat_parts JOIN chat_messages ON chat_messages.id = message_id
     WHERE session_id = ? AND role = 'user' AND data_json LIKE '%"file-attachment"%'
     ORDER BY created_at DESC, message_id DESC, idx DESC`,
    sessionId,
  );
  for (const row of rows) {
    const part = FileAttachment.safeParse(readJson(Row.parse(row).data_json));
    if (!part.success || (part.data.name !== wanted && part.data.content_id !== wanted)) continue;
    const { name, mime, content_id, data } = part.data;
    const load = (): Uint8Array | undefined =>
      content_id === undefined ? fromBase64(data) : loadBlob(store, content_id)?.bytes;
    return { name, mime, bytes: () => Promise.resolve(load()) };
  }
  return undefined;
}
