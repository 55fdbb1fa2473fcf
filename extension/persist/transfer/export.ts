// A stored conversation in the canonical inspection format; the same conversation gives the same bytes.
import * as z from "zod/mini";
import type { Export, ExportedBlob } from "../../message/export.ts";
import { contentId, loadBlob } from "../contents/blobs.ts";
import { type Conversation, readConversation } from "../conversation.ts";
import { readPurpose } from "../purpose.ts";
import { readSummary } from "../conversations.ts";
import type { Store } from "../database/store.ts";
import * as words from "../words.ts";

export interface ExportOptions {
  /** With the contents its parts and snapshots name. */
  blobs: boolean;
}

/** Throws with words for the user if the conversation does not exist. Omits drafts, permissions and run state. */
export function toExport(store: Store, conversationId: string, options: ExportOptions): Export {
  const session = readSummary(store, conversationId);
  if (session === undefined) throw new Error(words.conversationGone);
  const { messages, manifests, skill_invocations } = readConversation(store, conversationId);
  const purpose = readPurpose(store, conversationId);
  return {
    session: { ...session, ...(purpose !== undefined && { purpose }) },
    messages,
    system_prompts: readSystemPrompts(store, messages, manifests),
    manifests,
    skill_invocations,
    blobs: options.blobs ? readBlobs(store, messages, manifests) : [],
  };
}

const Offered = z.object({ tools: z.object({ digest: z.string() }) });

/** The system texts and the tools of all requests, by digest. */
function readSystemPrompts(
  store: Store,
  messages: Conversation["messages"],
  manifests: Conversation["manifests"],
): Record<string, string> {
  const offered = manifests.flatMap((manifest) => Offered.safeParse(manifest).data?.tools.digest ?? []);
  const digests = messages.flatMap(({ message: { metadata } }) => {
    const digest = typeof metadata === "string" ? undefined : metadata["system_prompt_digest"];
    return typeof digest === "string" ? [digest] : [];
  });
  const texts = [...new Set([...digests, ...offered])].sort().flatMap((digest): [string, string][] => {
    const row = store.get("SELECT text FROM system_prompts WHERE digest = ?", digest);
    return row === undefined ? [] : [[digest, z.object({ text: z.string() }).parse(row).text]];
  });
  return Object.fromEntries(texts);
}

/** Omits content that is missing or does not match its id; the importer shows it as unavailable. */
function readBlobs(
  store: Store,
  messages: Conversation["messages"],
  manifests: Conversation["manifests"],
): ExportedBlob[] {
  const inMessages = messages.flatMap(({ message, parts }) => [...namedContents([message.metadata, parts])]);
  const ids = new Set([...inMessages, ...namedContents(manifests)]);
  return [...ids].sort().flatMap((content_id) => {
    const blob = loadBlob(store, content_id);
    if (blob === undefined || contentId(blob.bytes) !== content_id) return [];
    const data = Buffer.from(blob.bytes).toString("base64");
    return [{ content_id, mime: blob.mime, size: blob.bytes.length, data }];
  });
}

const ContentRef = z.object({ kind: z.literal("content-id"), id: z.string() });

/** Wherever a `content_id` or a content-id reference stands, so that parts of newer versions keep theirs too. */
function* namedContents(json: unknown): Generator<string> {
  if (typeof json !== "object" || json === null) return;
  const ref = ContentRef.safeParse(json);
  if (ref.success) yield ref.data.id;
  for (const [key, value] of Object.entries(json)) {
    if (key === "content_id" && typeof value === "string") yield value;
    else yield* namedContents(value);
  }
}
