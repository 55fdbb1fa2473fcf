// The canonical inspection format: a conversation with its messages in reading order, and all contents they name.
import * as z from "zod/mini";
import * as words from "./words.ts";

const Time = z.int();
const Id = z.string().check(z.minLength(1));
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** What this version writes is complete; times and lineage may be missing in what others wrote. */
export const ExportedConversation = z.looseObject({
  id: Id,
  title: z.optional(z.string()),
  created_at: z.optional(Time),
  updated_at: z.optional(Time),
  parent_id: z.optional(z.nullable(z.string())),
  forked_from: z.optional(z.nullable(z.string())),
  ephemeral: z.optional(z.boolean()),
  archived_at: z.optional(z.nullable(Time)),
  /** Set if the conversation has a special purpose. */
  purpose: z.optional(z.string()),
});

export const ExportedMessage = z.looseObject({
  id: Id,
  role: z.enum(["user", "assistant"]),
  created_at: z.optional(Time),
  /** Set when it was rewound. */
  hidden_at: z.optional(Time),
  /** Unchanged, with its keys in order. A string if the JSON of the stored row was corrupt. */
  metadata: z.custom<Record<string, unknown> | string>(
    (value) => isObject(value) || typeof value === "string",
    words.invalidMetadata,
  ),
});
export type ExportedMessage = z.infer<typeof ExportedMessage>;

/** The account of a request; its ids stand first, the rest in the order it was written. */
export const ExportedManifest = z.looseObject({ id: Id, session_id: Id, message_id: Id });
export type ExportedManifest = z.infer<typeof ExportedManifest>;

/** What the Composer did for a message; `message_id` is empty where nothing was sent. The rest as it was written. */
export const ExportedInvocation = z.looseObject({ id: Id, session_id: Id, message_id: z.string() });
export type ExportedInvocation = z.infer<typeof ExportedInvocation>;

export const ExportedBlob = z.object({
  content_id: Id,
  mime: z.string(),
  size: z.int().check(z.gte(0)),
  data: z.base64(),
});
export type ExportedBlob = z.infer<typeof ExportedBlob>;

/** Parts are as stored: an unknown one is itself, a damaged one the text that stood there. */
export const Export = z.object({
  session: ExportedConversation,
  messages: z.array(z.object({ message: ExportedMessage, parts: z.array(z.unknown()) })),
  /** The system texts the answers name, by digest. */
  system_prompts: z._default(z.record(z.string(), z.string()), {}),
  manifests: z._default(z.array(ExportedManifest), []),
  skill_invocations: z._default(z.array(ExportedInvocation), []),
  /** The contents the parts and snapshots name; empty in an export without them. */
  blobs: z._default(z.array(ExportedBlob), []),
});
export type Export = z.infer<typeof Export>;
