// Every message from the host to the panel.
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
  ShownProfile,
  ShownEdit,
  ShownMessage,
  ShownModel,
  ShownQueue,
} from "./conversation.ts";
import { Draft, Measure } from "./draft.ts";
import { Expansion } from "./expansion.ts";
import { ContextOffers } from "./context-offer.ts";
import { OpenEditor } from "./open-editor.ts";
import { PanelSettings } from "./panel-settings.ts";
import { Peeked, Suggestions } from "./suggest.ts";

export const ToWebview = z.discriminatedUnion("type", [
  /** If the panel already shows this conversation, the input keeps its text unless `replace_draft` is set. */
  z.object({
    type: z.literal("snapshot"),
    snapshot: ConversationSnapshot,
    replace_draft: z.optional(z.boolean()),
  }),
  /** Adds a message, or replaces the one with its id. */
  z.object({ type: z.literal("message"), session_id: z.string(), message: ShownMessage }),
  /** More text of a streaming part. */
  z.object({
    type: z.literal("delta"),
    session_id: z.string(),
    message_id: z.string(),
    part: z.int(),
    kind: z.enum(["text", "reasoning"]),
    text: z.string(),
  }),
  /** Adds or replaces a part of an answer. */
  z.object({
    type: z.literal("part"),
    session_id: z.string(),
    message_id: z.string(),
    index: z.int(),
    part: AssistantPart,
  }),
  /** The progress of a running call, in a few words. */
  z.object({
    type: z.literal("progress"),
    session_id: z.string(),
    message_id: z.string(),
    call_id: z.string(),
    words: z.string(),
  }),
  /** The current state of the files that an answer's tools have changed. */
  z.object({ type: z.literal("edits"), session_id: z.string(), message_id: z.string(), edits: z.array(ShownEdit) }),
  z.object({ type: z.literal("earlier"), session_id: z.string(), messages: z.array(ShownMessage), earlier: z.int() }),
  z.object({ type: z.literal("run"), session_id: z.string(), run: RunState }),
  z.object({ type: z.literal("title"), session_id: z.string(), title: z.string() }),
  z.object({ type: z.literal("model"), session_id: z.string(), model: ShownModel }),
  z.object({ type: z.literal("agent"), session_id: z.string(), agent: ShownProfile }),
  z.object({ type: z.literal("meter"), session_id: z.string(), meter: Meter }),
  z.object({ type: z.literal("measures"), session_id: z.string(), measures: z.array(Measure) }),
  z.object({
    type: z.literal("insert"),
    session_id: z.string(),
    parts: z.array(KnownPart),
    at: z.enum(["caret", "end"]),
  }),
  /** Removes the chip that has `nth` equal chips before it. */
  z.object({ type: z.literal("remove"), session_id: z.string(), part: KnownPart, nth: z.int() }),
  /** The answer to `as-text`: replaces that chip. */
  z.object({ type: z.literal("replace"), session_id: z.string(), id: z.string(), parts: z.array(KnownPart) }),
  z.object({ type: z.literal("focus") }),
  /** VS Code knows that the input has the focus, and runs the commands of its keys. */
  z.object({ type: z.literal("keys-bound") }),
  /** The user pressed a key that sends the message in the input. `steers`: into the running turn, if one runs. */
  z.object({ type: z.literal("send"), session_id: z.string(), steers: z.boolean() }),
  /** Moves the focus to the first card that needs an answer, or from one card to the next. */
  z.object({ type: z.literal("focus-ask"), session_id: z.string() }),
  /** A picture that is too large for models: the panel makes a smaller copy, and sends both to the host. */
  z.object({
    type: z.literal("take-file"),
    session_id: z.string(),
    name: z.string(),
    mime: z.string(),
    bytes: z.instanceof(Uint8Array),
  }),
  /** A referenced picture that is too large for models: the panel answers with `shrunk`. */
  z.object({ type: z.literal("shrink"), id: z.string(), mime: z.string(), bytes: z.instanceof(Uint8Array) }),
  /** The host has received a piece of a file. */
  z.object({
    type: z.literal("chunk-taken"),
    session_id: z.string(),
    transfer: z.string(),
    wants_more: z.boolean(),
  }),
  /** The answer to `find-source`: the panel replaces the pasted text with this reference. */
  z.object({ type: z.literal("copied-from"), session_id: z.string(), paste: z.string(), part: KnownPart }),
  /** All available commands, in the order of the list. */
  z.object({ type: z.literal("catalog"), session_id: z.string(), commands: z.array(CommandSpec) }),
  /** What the command in the draft would do; `null` if there is none. */
  z.object({ type: z.literal("expansion"), session_id: z.string(), expansion: z.nullable(Expansion) }),
  /** The host ran the submitted draft as an action. The parts that the action did not use go back into the input. */
  z.object({ type: z.literal("acted"), session_id: z.string(), draft: Draft }),
  Suggestions,
  Peeked,
  ContextOffers,
  z.object({ type: z.literal("queue"), session_id: z.string(), queue: ShownQueue }),
  z.object({ type: z.literal("settings"), settings: PanelSettings }),
  z.object({ type: z.literal("open-editor"), editor: z.nullable(OpenEditor) }),
  /** Why the submitted draft takes long; shown until `accepted` or `refused`. */
  z.object({ type: z.literal("preparing"), session_id: z.string(), words: z.string() }),
  /** The submitted draft is on disk, as a message that is sent or queued. */
  z.object({
    type: z.literal("accepted"),
    session_id: z.string(),
    message_id: z.string(),
    queued: z.optional(z.boolean()),
  }),
  /** A draft that goes back into the input: before its text, or instead of it. */
  z.object({
    type: z.literal("returned"),
    session_id: z.string(),
    draft: Draft,
    replaces: z.optional(z.boolean()),
  }),
  /** The host refused the submitted draft: it goes back into the input. */
  z.object({ type: z.literal("refused"), session_id: z.string(), draft: Draft, failure: Failure }),
  /** A failure to show to the user. */
  z.object({ type: z.literal("failure"), session_id: z.string(), failure: Failure }),
  /** Something the user should know that is no failure. */
  z.object({ type: z.literal("notice"), session_id: z.string(), notice: Notice }),
]);
export type ToWebview = z.infer<typeof ToWebview>;
