// The attachments of all messages, the latest first, so that the user can attach one again.
import * as z from "zod/mini";
import { FileAttachment, FileRef, type KnownPart } from "../../message/part.ts";
import { readJson } from "../database/read-json.ts";
import type { Store } from "../database/store.ts";
import { findBlob, storeBytes } from "./blobs.ts";

export interface StoredAttachment {
  name: string;
  mime: string;
  size: number;
  /** When its message was sent, and the title of the conversation. */
  at: number;
  title: string;
  /** The row it stands in. */
  message_id: string;
  idx: number;
}

const MOST_LISTED = 100;
const MOST_LOOKED_AT = 500;

/** The type stands at the beginning of a part, so that long rows are not searched. */
const FROM = `FROM chat_parts JOIN chat_messages ON chat_messages.id = message_id
  JOIN chat_sessions ON chat_sessions.id = session_id
  WHERE role = 'user' AND deleted_at IS NULL
    AND (substr(data_json, 1, 100) LIKE '%"file-attachment"%' OR substr(data_json, 1, 100) LIKE '%"content-id"%')`;

const Key = z.object({ message_id: z.string(), idx: z.int(), at: z.int(), title: z.string() });

export function hasStored(store: Store): boolean {
  return store.get(`SELECT 1 ${FROM} LIMIT 1`) !== undefined;
}

/** Each content once. Awaits `pause` often, so that it does not block the event loop. */
export async function listStored(store: Store, pause: () => Promise<void>): Promise<StoredAttachment[]> {
  const rows = store.all(
    `SELECT message_id, idx, chat_messages.created_at AS at, title ${FROM}
     ORDER BY chat_messages.created_at DESC, message_id DESC, idx LIMIT ${MOST_LOOKED_AT}`,
  );
  const listed = new Map<string, StoredAttachment>();
  for (const row of rows) {
    if (listed.size >= MOST_LISTED) break;
    await pause();
    const key = Key.parse(row);
    const found = describe(store, key);
    if (found !== undefined && !listed.has(found.same)) listed.set(found.same, { ...key, ...found.attachment });
  }
  return [...listed.values()];
}

/** Without the bytes: SQLite reads the row. */
const Described = z.object({
  name: z.nullable(z.string()),
  mime: z.nullable(z.string()),
  size: z.nullable(z.int()),
  content_id: z.nullable(z.string()),
  has_data: z.int(),
});

function describe(
  store: Store,
  { message_id, idx }: Pick<StoredAttachment, "message_id" | "idx">,
): { same: string; attachment: Pick<StoredAttachment, "name" | "mime" | "size"> } | undefined {
  const row = Described.safeParse(
    store.get(
      `SELECT coalesce(data_json ->> '$.name', data_json ->> '$.ref.name') AS name,
         coalesce(data_json ->> '$.mime', data_json ->> '$.ref.mime') AS mime, data_json ->> '$.size' AS size,
         coalesce(data_json ->> '$.content_id', data_json ->> '$.ref.id') AS content_id,
         data_json ->> '$.data' IS NOT NULL AS has_data
       FROM chat_parts WHERE message_id = ? AND idx = ? AND json_valid(data_json)`,
      message_id,
      idx,
    ),
  );
  if (!row.success) return undefined;
  const { content_id, has_data } = row.data;
  const blob = content_id === null ? undefined : findBlob(store, content_id);
  // A descriptor has no content, and other content may be gone.
  if (blob === undefined && has_data === 0) return undefined;
  const { name, mime, size } = row.data;
  const attachment = {
    name: name ?? content_id ?? "",
    mime: mime ?? blob?.mime ?? "application/octet-stream",
    size: blob?.size ?? size ?? 0,
  };
  return { same: content_id ?? JSON.stringify(attachment), attachment };
}

const Row = z.object({ json: z.string() });

/** The part that attaches it again; `undefined` if its content is gone. Content that stood in a message is stored first. */
export async function partOfStored(
  store: Store,
  { message_id, idx, name, mime }: Pick<StoredAttachment, "message_id" | "idx" | "name" | "mime">,
): Promise<KnownPart | undefined> {
  const row = Row.safeParse(
    store.get("SELECT data_json AS json FROM chat_parts WHERE message_id = ? AND idx = ?", message_id, idx),
  );
  const json = row.success ? readJson(row.data.json) : undefined;
  const attachment = FileAttachment.safeParse(json).data;
  const ref = FileRef.safeParse(json).data?.ref;
  const known = attachment?.content_id ?? (ref?.kind === "content-id" ? ref.id : undefined);
  // A reference cannot name the smaller copy that some models need.
  if (attachment?.scaled !== undefined && known !== undefined) return attachment;
  const id = known ?? (await idOfData(store, attachment));
  if (id === undefined || findBlob(store, id) === undefined) return undefined;
  return { type: "file-ref", ref: { kind: "content-id", id, name, mime } };
}

async function idOfData(store: Store, attachment: FileAttachment | undefined): Promise<string | undefined> {
  if (attachment?.data === undefined) return undefined;
  return (await storeBytes(store, Buffer.from(attachment.data, "base64"), attachment.mime)).content_id;
}
