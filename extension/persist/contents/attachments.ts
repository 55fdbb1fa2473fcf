// Attachments of a message on their way to disk: large ones, or one too many, leave the row for the blob store.
import * as z from "zod/mini";
import type { FileAttachment, Part } from "../../message/part.ts";
import { storeBytes } from "./blobs.ts";
import type { Store } from "../database/store.ts";

export interface AttachmentLimits {
  /** A single attachment above this goes to the blob store. */
  inlineBytes: number;
  /** Once a conversation holds this much inline, every further one does. */
  sessionInlineBytes: number;
}

/** The same parts in the same order; data that is too large is stored and named by its content id. */
export async function storeAttachments<Kind extends Part>(
  store: Store,
  conversationId: string,
  parts: readonly Kind[],
  limits: AttachmentLimits,
): Promise<(Kind | FileAttachment)[]> {
  const carries = (part: Part): boolean => part.type === "file-attachment" && part.data !== undefined;
  if (!parts.some(carries)) return [...parts];
  let inline = inlineBytesOf(store, conversationId);
  const stored: (Kind | FileAttachment)[] = [];
  for (const part of parts) {
    if (part.type !== "file-attachment" || part.data === undefined) stored.push(part);
    else if (part.size > limits.inlineBytes || inline + part.size > limits.sessionInlineBytes)
      stored.push(await toBlob(store, part));
    else {
      inline += part.size;
      stored.push(part);
    }
  }
  return stored;
}

async function toBlob(store: Store, { data, ...part }: FileAttachment): Promise<FileAttachment> {
  const { content_id, size } = await storeBytes(store, Buffer.from(data ?? "", "base64"), part.mime);
  return { ...part, size, content_id };
}

function inlineBytesOf(store: Store, conversationId: string): number {
  const row = store.get(
    `SELECT coalesce(sum(json_extract(data_json, '$.size')), 0) AS bytes
     FROM chat_parts JOIN chat_messages ON chat_messages.id = message_id
     WHERE session_id = ? AND iif(json_valid(data_json), json_extract(data_json, '$.type') = 'file-attachment'
       AND json_extract(data_json, '$.data') IS NOT NULL, FALSE)`,
    conversationId,
  );
  return z.object({ bytes: z.number() }).parse(row).bytes;
}
