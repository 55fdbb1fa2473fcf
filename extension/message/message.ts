// A message of the conversation: what the user composed, or what the model answered.
import * as z from "zod/mini";
import { FailureAction, Offer, TokenSource } from "./failure.ts";
import type { Part } from "./part.ts";
import { Resolved } from "./resolved.ts";
import { Snapshot } from "./snapshot.ts";
import { SymbolFact } from "./symbol-fact.ts";

export const SCHEMA_VERSION = 1;

const Count = z.int().check(z.gte(0));

/** Where a message comes from that the user did not write. `name` as the sender gives it. */
export const Origin = z.object({ kind: z.enum(["link", "extension", "schedule"]), name: z.string() });
export type Origin = z.infer<typeof Origin>;

/** Fields this version does not know are carried along. */
export const UserMetadata = z.looseObject({
  schema_version: z.int(),
  queued_at: z.optional(Count),
  /** Set while it is queued: it joins the running turn at its next tool call. */
  steers: z.optional(z.boolean()),
  origin: z.optional(Origin),
  /** By `snapshotKey` of the part it belongs to. */
  snapshots: z.optional(z.record(z.string(), Snapshot)),
  /** What context mentions stood for, by `snapshotKey` of the mention. */
  resolved: z.optional(z.record(z.string(), Resolved)),
  /** Where mentioned symbols were, by `snapshotKey` of the mention. */
  symbols: z.optional(z.record(z.string(), SymbolFact)),
});
export type UserMetadata = z.infer<typeof UserMetadata>;

export interface UserMessage {
  id: string;
  role: "user";
  parts: Part[];
  metadata: UserMetadata;
}

/** Where servers that sign nothing put their reasoning. A closed list: it names a field of a request. */
export const ReasoningField = z.enum(["reasoning_content", "reasoning", "thinking", "content"]);
export type ReasoningField = z.infer<typeof ReasoningField>;

/** The part that OpenAI says a text plays in its answer. */
export const AnswerPhase = z.enum(["commentary", "final_answer"]);
export type AnswerPhase = z.infer<typeof AnswerPhase>;

export const AssistantPart = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("text"),
    text: z.string(),
    /** Returns to the server as it came. */
    phase: z.optional(AnswerPhase),
  }),
  z.object({
    type: z.literal("reasoning"),
    text: z.string(),
    signature: z.optional(z.string()),
    redacted: z.optional(z.string()),
    /** Unsigned reasoning returns to its server in the field it came in. */
    field: z.optional(ReasoningField),
    /** The server's own form of its reasoning (`reasoning_details`); returns as it came. */
    details: z.optional(z.array(z.json())),
  }),
  z.object({
    type: z.literal("tool-call"),
    id: z.string(),
    name: z.string(),
    input: z.json(),
    /** What the server attached to the call (`extra_content`); returns as it came. */
    extra: z.optional(z.json()),
    /** Galley asks the user here by itself: the model reads question and answer as text, and needs no tool for it. */
    by_host: z.optional(z.boolean()),
  }),
  z.object({
    type: z.literal("tool-result"),
    id: z.string(),
    output: z.string(),
    is_error: z.boolean(),
    truncated: z.optional(z.boolean()),
    output_path: z.optional(z.string()),
    /** The user or a rule denied the call: the reason, or an empty string. */
    denied: z.optional(z.string()),
    /** A rule denied the call, which the user can change. */
    denied_by_rule: z.optional(z.boolean()),
    /** The call was refused before it could run. */
    not_run: z.optional(z.boolean()),
    /** A picture or a document the model asked to see: its bytes go where the wire takes them. */
    media: z.optional(z.object({ content_id: z.string(), name: z.string(), mime: z.string(), size: Count })),
  }),
  z.object({
    type: z.literal("data-compaction"),
    summary: z.string(),
    tail_start_id: z.nullable(z.string()),
    auto: z.boolean(),
    summary_tokens: Count,
    /** What it stands for, for the reader. */
    report: z.optional(z.object({ messages: Count, tokens_before: Count, skills: z.optional(z.array(z.string())) })),
  }),
  /** What the run of a skill says between the model's words: the model reads `text` where it stands, people read `title`. */
  z.object({
    type: z.literal("skill-step"),
    kind: z.enum(["brief", "stage", "repair", "back", "end"]),
    skill: z.string(),
    title: z.string(),
    text: z.string(),
  }),
]);
export type AssistantPart = z.infer<typeof AssistantPart>;

export const Usage = z.object({
  /** The whole prompt, cached or not. */
  input: Count,
  output: Count,
  cache_read: z.optional(Count),
  cache_write: z.optional(Count),
});
export type Usage = z.infer<typeof Usage>;

/**
 * `null` while the answer streams; `interrupted` when the process died under it; `request-limit` when an agent may ask
 * its model no more in this turn.
 */
export const Finish = z.enum([
  ...(["end", "length", "request-limit", "tool"] as const),
  ...(["stopped", "interrupted", "error", "refusal"] as const),
]);
export type Finish = z.infer<typeof Finish>;

export const AssistantMetadata = z.looseObject({
  schema_version: z.int(),
  /** `provider/model`. */
  model: z.string(),
  /** As shown to the user. */
  model_name: z.optional(z.string()),
  /** The origin of the server that answered, where the user has set its address. */
  server: z.optional(z.string()),
  /** The name of the profile that was used. */
  agent: z.optional(z.string()),
  finish: z.nullable(Finish),
  usage: z.optional(Usage),
  system_prompt_digest: z.optional(z.string()),
  manifest_id: z.optional(z.string()),
  /** The request fields of the profile. */
  body: z.optional(z.record(z.string(), z.unknown())),
  /** The agent session that answered, and the conversation it remembers. */
  agent_session: z.optional(z.object({ id: z.string(), conversation: z.string() })),
  /** What went wrong, in words for the user, when `finish` is `error`. */
  error: z.optional(z.string()),
  /** What a button may do about it. */
  error_action: z.optional(FailureAction),
  /** Of a request that was too large: where its tokens are, and the ways to make room. */
  error_breakdown: z.optional(z.array(TokenSource)),
  error_offers: z.optional(z.array(Offer)),
});
export type AssistantMetadata = z.infer<typeof AssistantMetadata>;

export interface AssistantMessage {
  id: string;
  role: "assistant";
  parts: AssistantPart[];
  metadata: AssistantMetadata;
}

export type Message = UserMessage | AssistantMessage;

/** A message with no part, or only blank text, is not sent. */
export function isBlank(parts: readonly Part[]): boolean {
  return parts.every((part) => part.type === "text" && part.text.trim() === "");
}

export type ToolCall = Extract<AssistantPart, { type: "tool-call" }>;
