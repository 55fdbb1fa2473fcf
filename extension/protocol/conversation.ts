// The state of a conversation that the host sends to the panel. The panel shows it and does not change it.
import * as z from "zod/mini";
import { ActionRecord } from "../message/action-record.ts";
import { FailureAction, Offer, TokenSource } from "../message/failure.ts";
import { AssistantPart, Finish, Origin, Usage } from "../message/message.ts";
import { ConversationSummary } from "../message/conversation.ts";
import { Ask } from "./ask.ts";
import { Draft } from "./draft.ts";

export const ShownEdit = z.object({
  path: z.string(),
  added: z.int(),
  removed: z.int(),
  /** `changed`: the file was changed after this edit. */
  state: z.enum(["open", "kept", "undone", "changed"]),
});
export type ShownEdit = z.infer<typeof ShownEdit>;

export const ShownMessage = z.discriminatedUnion("role", [
  z.object({
    role: z.literal("user"),
    id: z.string(),
    at: z.int(),
    /** As stored: the panel parses them, and shows those it does not know as unknown. */
    parts: z.array(z.unknown()),
    /** What action commands did after it. */
    actions: z.optional(z.array(ActionRecord)),
  }),
  z.object({
    role: z.literal("assistant"),
    id: z.string(),
    at: z.int(),
    /** The display name. */
    model: z.string(),
    /** The profile, unless it is the default. */
    agent: z.optional(z.string()),
    parts: z.array(AssistantPart),
    /** `null` while the answer streams. */
    finish: z.nullable(Finish),
    error: z.optional(z.string()),
    action: z.optional(FailureAction),
    breakdown: z.optional(z.array(TokenSource)),
    offers: z.optional(z.array(Offer)),
    usage: z.optional(Usage),
    /** The files that its tools changed, while the user can keep or undo the changes. */
    edits: z.optional(z.array(ShownEdit)),
  }),
]);
export type ShownMessage = z.infer<typeof ShownMessage>;

export const Retry = z.object({ attempt: z.int(), of: z.int(), in_ms: z.int() });
export type Retry = z.infer<typeof Retry>;

export const RunState = z.object({
  state: z.enum(["idle", "busy", "retrying", "waiting", "error"]),
  /** The user message the turn belongs to. */
  message_id: z.nullable(z.string()),
  /** The next attempt, while the state is `retrying`. */
  retry: z.optional(Retry),
  /** For how many seconds the server has sent nothing, while the state is `busy` and that is long. */
  silent_s: z.optional(z.int()),
  /** The pending asks in the order of the calls, while the state is `waiting`. */
  asks: z.optional(z.array(Ask)),
  /** The ids of calls that wait for those before them. */
  held: z.optional(z.array(z.string())),
});
export type RunState = z.infer<typeof RunState>;

export const Meter = z.object({
  segments: z.array(z.object({ id: z.enum(["system", "history", "pinned", "task"]), tokens: z.int() })),
  estimate: z.int(),
  limit: z.int(),
  /** Ways to make room: the tokens that a summary, or unpinning the largest pin, would free. */
  wins: z.optional(
    z.object({
      compact: z.int(),
      unpin: z.optional(z.object({ id: z.string(), name: z.string(), tokens: z.int() })),
    }),
  ),
});
export type Meter = z.infer<typeof Meter>;

export const ShownModel = z.object({
  key: z.string(),
  name: z.string(),
  /** `false` only for Loopback, which echoes what it receives. */
  is_language_model: z.boolean(),
  /** `false`: a message sent during an answer waits until the answer ends. */
  steers: z.optional(z.boolean()),
});
export type ShownModel = z.infer<typeof ShownModel>;

/** The profile that answers. */
export const ShownProfile = z.object({
  name: z.string(),
  description: z.string(),
  /** Why it is not the profile that the user selected. */
  problem: z.optional(z.string()),
});
export type ShownProfile = z.infer<typeof ShownProfile>;

export const ShownQueue = z.object({
  /** In the order in which they are sent. */
  items: z.array(
    z.object({
      id: z.string(),
      words: z.string(),
      chips: z.int(),
      /** It goes into the running turn, at the next tool call. */
      steers: z.optional(z.boolean()),
      /** Where it comes from, if the user did not write it. */
      from: z.optional(Origin),
    }),
  ),
  /** The queue is paused until the user resumes it. */
  held: z.boolean(),
  /** The user canceled a message in this window a moment ago, and can put it back. */
  undo: z.boolean(),
  /** The input holds a queued message for editing: submitting it puts it back into its place, or sends it. */
  editing: z.optional(z.enum(["queue", "send"])),
});
export type ShownQueue = z.infer<typeof ShownQueue>;

/** Where a sidecar begins. */
export const Boundary = z.object({
  /** The title of the conversation it belongs to; `null` if that no longer exists. */
  title: z.nullable(z.string()),
  /** The text of the last message that the sidecar has from it. */
  up_to: z.string(),
});
export type Boundary = z.infer<typeof Boundary>;

export const ConversationSnapshot = z.object({
  session: ConversationSummary,
  messages: z.array(ShownMessage),
  /** How many older messages are stored and not in `messages`. */
  earlier: z.int(),
  run: RunState,
  queue: ShownQueue,
  draft: Draft,
  /** The host prepares a submitted message: `accepted`, `refused` or `acted` follows. */
  sending: z.optional(z.boolean()),
  model: ShownModel,
  agent: z.optional(ShownProfile),
  boundary: z.optional(Boundary),
  /** The conversation is for writing skills. */
  writes_skills: z.optional(z.boolean()),
});
export type ConversationSnapshot = z.infer<typeof ConversationSnapshot>;
