// Everything the host may tell the webview.
import * as z from "zod/mini";
import { Failure } from "../message/failure.ts";
import { AssistantPart } from "../message/message.ts";
import { Notice } from "../message/notice.ts";
import { KnownPart } from "../message/part.ts";
import { CommandSpec } from "./catalog.ts";
import {
  ConversationSnapshot,
  Meter,
  RunState,
  ShownAgent,
  ShownEdit,
  ShownMessage,
  ShownModel,
  ShownQueue,
} from "./conversation.ts";
import { Draft, Measure } from "./draft.ts";
import { Expansion } from "./expansion.ts";
import { Ghosts } from "./ghost.ts";
import { PanelSettings } from "./panel-settings.ts";
import { Peeked, Suggestions } from "./suggest.ts";

export const ToWebview = z.discriminatedUnion("type", [
  /** The input keeps what it holds when it shows this session already, unless the draft is to replace it. */
  z.object({
    type: z.literal("snapshot"),
    snapshot: ConversationSnapshot,
    replace_draft: z.optional(z.boolean()),
  }),
  /** A new message, or a known one anew. */
  z.object({ type: z.literal("message"), session_id: z.string(), message: ShownMessage }),
  /** Text that continues a streaming part. */
  z.object({
    type: z.literal("delta"),
    session_id: z.string(),
    message_id: z.string(),
    part: z.int(),
    kind: z.enum(["text", "reasoning"]),
    text: z.string(),
  }),
  /** A part of an answer, new or anew. */
  z.object({
    type: z.literal("part"),
    session_id: z.string(),
    message_id: z.string(),
    index: z.int(),
    part: AssistantPart,
  }),
  /** How far a call that runs is, in a few words. */
  z.object({
    type: z.literal("progress"),
    session_id: z.string(),
    message_id: z.string(),
    call_id: z.string(),
    words: z.string(),
  }),
  /** The files an answer's tools have changed, as it is with them now. */
  z.object({ type: z.literal("edits"), session_id: z.string(), message_id: z.string(), edits: z.array(ShownEdit) }),
  z.object({ type: z.literal("earlier"), session_id: z.string(), messages: z.array(ShownMessage), earlier: z.int() }),
  z.object({ type: z.literal("run"), session_id: z.string(), run: RunState }),
  z.object({ type: z.literal("title"), session_id: z.string(), title: z.string() }),
  z.object({ type: z.literal("model"), session_id: z.string(), model: ShownModel }),
  z.object({ type: z.literal("agent"), session_id: z.string(), agent: ShownAgent }),
  z.object({ type: z.literal("meter"), session_id: z.string(), meter: Meter }),
  z.object({ type: z.literal("measures"), session_id: z.string(), measures: z.array(Measure) }),
  z.object({
    type: z.literal("insert"),
    session_id: z.string(),
    parts: z.array(KnownPart),
    at: z.enum(["caret", "end"]),
  }),
  /** A chip leaves the input: of equal parts the one that has `nth` of them before it. */
  z.object({ type: z.literal("remove"), session_id: z.string(), part: KnownPart, nth: z.int() }),
  /** The text a chip asked for with `as_text`: it stands in the place of that very chip. */
  z.object({ type: z.literal("replace"), session_id: z.string(), id: z.string(), parts: z.array(KnownPart) }),
  z.object({ type: z.literal("focus") }),
  /** A picture the host has read that is too large to go as it is: the panel sends it back with a smaller copy. */
  z.object({
    type: z.literal("take-file"),
    session_id: z.string(),
    name: z.string(),
    mime: z.string(),
    bytes: z.instanceof(Uint8Array),
  }),
  /** The host has the last piece of a file, and wants the next or not. */
  z.object({ type: z.literal("chunk-taken"), transfer: z.string(), wants_more: z.boolean() }),
  /** What was pasted stands in these lines: the reference can take the text's place. */
  z.object({ type: z.literal("copied-from"), session_id: z.string(), paste: z.string(), part: KnownPart }),
  /** Every command that can be chosen now, in the order of the list. */
  z.object({ type: z.literal("catalog"), session_id: z.string(), commands: z.array(CommandSpec) }),
  /** What the command in the draft will do; `null` when there is none. */
  z.object({ type: z.literal("expansion"), session_id: z.string(), expansion: z.nullable(Expansion) }),
  /** The submitted draft was an action and is carried out: what it did not take goes back into the input. */
  z.object({ type: z.literal("acted"), session_id: z.string(), draft: Draft }),
  Suggestions,
  Peeked,
  Ghosts,
  z.object({ type: z.literal("queue"), session_id: z.string(), queue: ShownQueue }),
  z.object({ type: z.literal("settings"), settings: PanelSettings }),
  /** Why the submitted draft takes longer than others, until `accepted` or `refused`. */
  z.object({ type: z.literal("preparing"), session_id: z.string(), words: z.string() }),
  /** The submitted draft is on disk: sent, or waiting for its turn. */
  z.object({
    type: z.literal("accepted"),
    session_id: z.string(),
    message_id: z.string(),
    queued: z.optional(z.boolean()),
  }),
  /** What came back: before whatever is in the input, or instead of it. */
  z.object({
    type: z.literal("returned"),
    session_id: z.string(),
    draft: Draft,
    replaces: z.optional(z.boolean()),
  }),
  /** The submitted draft was not taken: it goes back into the input. */
  z.object({ type: z.literal("refused"), session_id: z.string(), draft: Draft, failure: Failure }),
  /** Something went wrong, with a way out. */
  z.object({ type: z.literal("failure"), session_id: z.string(), failure: Failure }),
  /** Something the user should know that is no failure. */
  z.object({ type: z.literal("notice"), session_id: z.string(), notice: Notice }),
]);
export type ToWebview = z.infer<typeof ToWebview>;
