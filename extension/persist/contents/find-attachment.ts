// An attachment of a conversation, found by what the model calls it: its name, or the id of its content.
import * as z from "zod/mini";
import { FileAttachment, FileRef, type Ref } from "../../message/part.ts";
import { loadBlob } from "./blobs.ts";
import { readJson } from "../database/read-json.ts";
import type { Store } from "../database/store.ts";

export interface FoundAttachment {
  name: string;
  mime: string;
  /** `undefined` if the bytes are missing. */
  bytes: () => Promise<Uint8Array | undefined>;
}

const Row = z.object({ json: z.string() });

type Named = Pick<FileAttachment, "name" | "mime" | "data" | "content_id">;

/** A part itself, one that a command became, or one that a mention stood for. */
function* attachmentsIn(json: unknown): Generator<Named> {
  if (typeof json !== "object" || json === null) return;
  const part = FileAttachment.safeParse(json);
  const ref = FileRef.safeParse(json).data?.ref;
  if (part.success) yield part.data;
  else if (ref?.kind === "content-id") yield toNamed(ref);
  else for (const value of Object.values(json)) yield* attachmentsIn(value);
}

function toNamed({ id, name = id, mime = "application/octet-stream" }: Extract<Ref, { kind: "content-id" }>): Named {
  return { name, mime, content_id: id };
}

function fromBase64(data: string | undefined): Uint8Array | undefined {
  return data === undefined ? undefined : Buffer.from(data, "base64");
}

/** The latest of that name. */
export function findAttachment(store: Store, wanted: string, conversationId: string): FoundAttachment | undefined {
  const rows = store.all(
    `SELECT data_json AS json, created_at, message_id, idx
     FROM chat_parts JOIN chat_messages ON chat_messages.id = message_id
     WHERE session_id = ?1 AND role = 'user' AND (data_json LIKE '%"file-attachment"%' OR data_json LIKE '%"content-id"%')
     UNION ALL
     SELECT metadata_json, created_at, id, -1 FROM chat_messages
     WHERE session_id = ?1 AND role = 'user'
       AND (metadata_json LIKE '%"file-attachment"%' OR metadata_json LIKE '%"content-id"%')
     ORDER BY created_at DESC, message_id DESC, idx DESC`,
    conversationId,
  );
  for (const row of rows) {
    const all = [...attachmentsIn(readJson(Row.parse(row).json))];
    const found = all.findLast((part) => part.name === wanted || part.content_id === wanted);
    if (found === undefined) continue;
    const { name, mime, content_id, data } = found;
    const load = (): Uint8Array | undefined =>
      content_id === undefined ? fromBase64(data) : loadBlob(store, content_id)?.bytes;
    return { name, mime, bytes: () => Promise.resolve(load()) };
  }
  return undefined;
}
