// What the panel shows of a conversation: the host's view, mirrored and never edited by the webview.
import * as z from "zod/mini";
import { FailureAction } from "../message/failure.ts";
import { AssistantPart, Finish, Usage } from "../message/message.ts";
import { SessionSummary } from "../message/session.ts";
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
    /** As stored: the reader makes unknown ones of what it does not know. */
    parts: z.array(z.unknown()),
  }),
  z.object({
    role: z.literal("assistant"),
    id: z.string(),
    at: z.int(),
    /** As people call it. */
    model: z.string(),
    /** Who spoke, unless it is the default. */
    agent: z.optional(z.string()),
    parts: z.array(AssistantPart),
    /** `null` while it streams. */
    finish: z.nullable(Finish),
    error: z.optional(z.string()),
    action: z.optional(FailureAction),
    usage: z.optional(Usage),
    /** The files its tools changed, while that can be kept or undone. */
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
  /** While it is `retrying`: the attempt that comes, and when. */
  retry: z.optional(Retry),
  /** While it is `waiting`: what for, in the order of the calls. */
  asks: z.optional(z.array(Ask)),
  /** Calls that have not begun: they wait for those before them. */
  held: z.optional(z.array(z.string())),
});
export type RunState = z.infer<typeof RunState>;

export const Meter = z.object({
  segments: z.array(z.object({ id: z.enum(["system", "history", "pinned", "task"]), tokens: z.int() })),
  estimate: z.int(),
  limit: z.int(),
  /** What could be done about it: tokens that a summary, or unpinning the largest pin, would win. */
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
  /** Only Loopback is not: it tells what it received. */
  is_language_model: z.boolean(),
  /** `false`: what is sent while it answers waits for the end. */
  steers: z.optional(z.boolean()),
});
export type ShownModel = z.infer<typeof ShownModel>;

/** Who answers: a profile. */
export const ShownAgent = z.object({
  name: z.string(),
  description: z.string(),
  /** Why it is not the one that was chosen. */
  problem: z.optional(z.string()),
});
export type ShownAgent = z.infer<typeof ShownAgent>;

export const ShownQueue = z.object({
  /** In the order in which they will be sent. */
  items: z.array(
    z.object({
      id: z.string(),
      words: z.string(),
      chips: z.int(),
      /** It goes into the turn that runs, at its next tool. */
      steers: z.optional(z.boolean()),
    }),
  ),
  /** Nothing is sent from it until the user says so. */
  held: z.boolean(),
  /** The last one was cancelled in this window a moment ago, and can be put back. */
  undo: z.boolean(),
  /** One of them is in the input, to be changed: sending puts it back into its place, or sends it. */
  editing: z.optional(z.enum(["queue", "send"])),
});
export type ShownQueue = z.infer<typeof ShownQueue>;

/** Where a sidecar begins. */
export const Boundary = z.object({
  /** The title of the conversation it belongs to; `null` if that no longer exists. */
  title: z.nullable(z.string()),
  /** The words of the last message it took along. */
  up_to: z.string(),
});
export type Boundary = z.infer<typeof Boundary>;

export const ConversationSnapshot = z.object({
  session: SessionSummary,
  messages: z.array(ShownMessage),
  /** How many older messages are stored and not in `messages`. */
  earlier: z.int(),
  run: RunState,
  queue: ShownQueue,
  draft: Draft,
  /** What was sent from this input is being prepared: `accepted`, `refused` or `acted` follows. */
  sending: z.optional(z.boolean()),
  model: ShownModel,
  agent: z.optional(ShownAgent),
  boundary: z.optional(Boundary),
});
export type ConversationSnapshot = z.infer<typeof ConversationSnapshot>;
