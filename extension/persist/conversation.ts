// A conversation as rows: read whole and verbatim, and written again under other ids.
import * as z from "zod/mini";
import { type Export, ExportedInvocation, ExportedManifest, type ExportedMessage } from "../message/export.ts";
import type { ConversationSummary } from "../message/conversation.ts";
import { readJson } from "./database/read-json.ts";
import { indexWords } from "./search.ts";
import { createConversation } from "./conversations.ts";
import type { Store } from "./database/store.ts";

/** Hidden rows included, in reading order. */
export type Conversation = Pick<Export, "messages" | "manifests" | "skill_invocations">;

export type NewId = (prefix: "ses" | "msg" | "man" | "inv") => string;

const MessageRow = z.object({
  id: z.string(),
  role: z.enum(["user", "assistant"]),
  created_at: z.int(),
  hidden_at: z.nullable(z.int()),
  metadata_json: z.string(),
});
const JsonRow = z.object({ message_id: z.string(), data_json: z.string() });

export function readConversation(store: Store, conversationId: string): Conversation {
  const parts = new Map<string, unknown[]>();
  for (const row of readInOrder(store, "chat_parts", "idx", conversationId)) {
    const ofMessage = parts.get(row.message_id);
    if (ofMessage === undefined) parts.set(row.message_id, [readJson(row.data_json)]);
    else ofMessage.push(readJson(row.data_json));
  }
  const rows = store.all(
    `SELECT id, role, created_at, hidden_at, metadata_json FROM chat_messages
     WHERE session_id = ? ORDER BY created_at, id`,
    conversationId,
  );
  const messages = rows.map((row) => {
    const message = toExported(MessageRow.parse(row));
    return { message, parts: parts.get(message.id) ?? [] };
  });
  const manifests = readInOrder(store, "manifests", "manifests.id", conversationId).flatMap((row) => {
    const parsed = ExportedManifest.safeParse(readJson(row.data_json));
    return parsed.success ? [parsed.data] : [];
  });
  return { messages, manifests, skill_invocations: readCompositions(store, conversationId) };
}

const DataRow = z.object({ data_json: z.string() });

/** In the order they were made; some belong to no message. */
function readCompositions(store: Store, conversationId: string): Conversation["skill_invocations"] {
  const rows = store.all("SELECT data_json FROM skill_invocations WHERE session_id = ? ORDER BY rowid", conversationId);
  return rows.flatMap((row) => ExportedInvocation.safeParse(readJson(DataRow.parse(row).data_json)).data ?? []);
}

function readInOrder(store: Store, table: string, last: string, conversationId: string): z.infer<typeof JsonRow>[] {
  const rows = store.all(
    `SELECT message_id, data_json FROM ${table} JOIN chat_messages ON chat_messages.id = message_id
     WHERE chat_messages.session_id = ? ORDER BY created_at, chat_messages.id, ${last}`,
    conversationId,
  );
  return rows.map((row) => JsonRow.parse(row));
}

function toExported({ id, role, created_at, hidden_at, metadata_json }: z.infer<typeof MessageRow>): ExportedMessage {
  const stored = readJson(metadata_json);
  const isObject = typeof stored === "object" && stored !== null && !Array.isArray(stored);
  const metadata = isObject ? { ...stored } : typeof stored === "string" ? stored : metadata_json;
  return { id, role, created_at, ...(hidden_at !== null && { hidden_at }), metadata };
}

/** Writes the row of the conversation, its messages, and their words for search. The caller holds the transaction. */
export function writeConversation(
  store: Store,
  session: ConversationSummary,
  { messages, manifests, skill_invocations }: Conversation,
): void {
  createConversation(store, session);
  let at = session.created_at;
  for (const { message, parts } of messages) {
    at = message.created_at ?? at;
    store.run(
      `INSERT INTO chat_messages (id, session_id, role, created_at, hidden_at, metadata_json) VALUES (?, ?, ?, ?, ?, ?)`,
      message.id,
      session.id,
      message.role,
      at,
      message.hidden_at ?? null,
      JSON.stringify(message.metadata),
    );
    for (const [index, part] of parts.entries()) {
      const json = JSON.stringify(part);
      store.run("INSERT INTO chat_parts (message_id, idx, data_json) VALUES (?, ?, ?)", message.id, index, json);
    }
    indexWords(store, session.id, message.id, parts);
  }
  for (const manifest of manifests) {
    store.run(
      "INSERT INTO manifests (id, session_id, message_id, data_json) VALUES (?, ?, ?, ?)",
      manifest.id,
      session.id,
      manifest.message_id,
      JSON.stringify(manifest),
    );
  }
  for (const invocation of skill_invocations) {
    store.run(
      "INSERT INTO skill_invocations (id, session_id, message_id, data_json) VALUES (?, ?, ?, ?)",
      invocation.id,
      session.id,
      invocation.message_id,
      JSON.stringify(invocation),
    );
  }
}

/** The same conversation with new ids in every place that names an old one. Ids of other conversations stay. */
export function withNewIds(conversation: Conversation, conversationId: string, newId: NewId): Conversation {
  const messageIds = exchange(
    conversation.messages.map(({ message }) => message.id),
    () => newId("msg"),
  );
  const manifestIds = exchange(
    conversation.manifests.map((manifest) => manifest.id),
    () => newId("man"),
  );
  const swap = (ids: ReadonlyMap<string, string>, id: string): string => ids.get(id) ?? id;
  const messages = conversation.messages.map(({ message, parts }) => ({
    message: { ...message, id: swap(messageIds, message.id), metadata: withManifestId(message.metadata, manifestIds) },
    parts: message.role === "user" ? parts : parts.map((part) => withTailStart(part, messageIds)),
  }));
  const manifests = conversation.manifests.map((manifest) => {
    const told = ExportedManifest.parse(swapMentions(manifest, messageIds));
    const message_id = swap(messageIds, manifest.message_id);
    return { ...told, id: swap(manifestIds, manifest.id), session_id: conversationId, message_id };
  });
  const invocationIds = exchange(
    conversation.skill_invocations.map((invocation) => invocation.id),
    () => newId("inv"),
  );
  const skill_invocations = conversation.skill_invocations.map((invocation) => ({
    ...invocation,
    id: swap(invocationIds, invocation.id),
    session_id: conversationId,
    message_id: swap(messageIds, invocation.message_id),
  }));
  return { messages, manifests, skill_invocations };
}

/** Sorts the new ids into reading order: they decide the order of messages with equal times. */
function exchange(ids: readonly string[], newId: () => string): ReadonlyMap<string, string> {
  const fresh = ids.map(newId).sort();
  return new Map(ids.map((id, index) => [id, fresh[index] ?? id]));
}

function withManifestId(metadata: ExportedMessage["metadata"], ids: ReadonlyMap<string, string>): typeof metadata {
  if (typeof metadata === "string" || typeof metadata["manifest_id"] !== "string") return metadata;
  return { ...metadata, manifest_id: ids.get(metadata["manifest_id"]) ?? metadata["manifest_id"] };
}

const Compaction = z.looseObject({ type: z.literal("data-compaction"), tail_start_id: z.string() });

function withTailStart(part: unknown, ids: ReadonlyMap<string, string>): unknown {
  const compaction = Compaction.safeParse(part);
  const id = compaction.success ? ids.get(compaction.data.tail_start_id) : undefined;
  return id === undefined || typeof part !== "object" ? part : { ...part, tail_start_id: id };
}

/** A manifest also names messages inside its texts: "reasoning in msg_…". */
function swapMentions(manifest: ExportedManifest, ids: ReadonlyMap<string, string>): unknown {
  const text = JSON.stringify(manifest, (_, value: unknown) =>
    typeof value === "string" ? value.replace(/\bmsg_[\w-]+/g, (id) => ids.get(id) ?? id) : value,
  );
  return JSON.parse(text);
}
