// Every message from the panel to the host. The host refuses and logs any other.
import * as z from "zod/mini";
import { KnownPart } from "../message/part.ts";
import { Reply } from "./ask.ts";
import { Draft } from "./draft.ts";
import { QueueAction, StopHow } from "./queue.ts";
import { FileChunk } from "./file-chunk.ts";
import { ContextOfferAction } from "./context-offer.ts";
import { Chosen, CompleteRequest, PeekRequest, SuggestRequest } from "./suggest.ts";

export const ToHost = z.discriminatedUnion("type", [
  /** The input is usable. */
  z.object({ type: z.literal("ready") }),
  /** Sent at most 150 ms after a change, so that the host has it within 300. */
  z.object({ type: z.literal("draft"), session_id: z.string(), draft: Draft }),
  /** Answered with `accepted`, or with `refused` and the parts back. */
  z.object({
    type: z.literal("submit"),
    session_id: z.string(),
    draft: Draft,
    /** Goes into the running turn at its next tool call. Without a running turn it waits in the queue. */
    steers: z.optional(z.boolean()),
  }),
  /** Without `how`, the setting decides. */
  z.object({ type: z.literal("stop"), session_id: z.string(), how: z.optional(StopHow) }),
  z.object({ type: z.literal("queue"), session_id: z.string(), action: QueueAction, message_id: z.string() }),
  /** Moves a queued message before another one, or to the end. */
  z.object({
    type: z.literal("queue-move"),
    session_id: z.string(),
    message_id: z.string(),
    before: z.nullable(z.string()),
  }),
  /** Puts the queued message that the user edits back unchanged. */
  z.object({ type: z.literal("cancel-edit"), session_id: z.string() }),
  z.object({ type: z.literal("resume"), session_id: z.string() }),
  /** The user's reply to a pending ask. */
  z.object({ type: z.literal("reply"), session_id: z.string(), call_id: z.string(), reply: Reply }),
  /** Reviews, keeps or undoes what an answer changed in files. */
  z.object({
    type: z.literal("edits"),
    action: z.enum(["review", "keep", "undo"]),
    session_id: z.string(),
    message_id: z.string(),
    /** Only this file. Default: all files. */
    path: z.optional(z.string()),
  }),
  /** Puts the message that the user canceled last back into the queue. */
  z.object({ type: z.literal("undo-cancel"), session_id: z.string() }),
  /** Opens what a chip refers to. `stays`: the focus stays in the panel. */
  z.object({ type: z.literal("open"), part: KnownPart, stays: z.optional(z.boolean()) }),
  /** Pins a file, a folder or a text: it is sent with every message from now on. */
  z.object({ type: z.literal("pin"), part: KnownPart, title: z.optional(z.string()) }),
  z.object({ type: z.literal("unpin"), id: z.string() }),
  /** Converts a chip to its text. Answered with `replace`, or with a `failure`. */
  z.object({ type: z.literal("as-text"), session_id: z.string(), id: z.string(), part: KnownPart }),
  /** Dropped or pasted URIs: the lines of `text/uri-list`. Answered with `insert`. */
  z.object({
    type: z.literal("take-uris"),
    session_id: z.string(),
    uris: z.array(z.string()),
    /** Pins them to the conversation instead of adding them to the message. */
    pins: z.optional(z.boolean()),
  }),
  FileChunk,
  /** Opens the file dialog. The host inserts the chosen files with `insert`. */
  z.object({ type: z.literal("attach"), session_id: z.string() }),
  /** Returns the parts of an `insert` for a conversation that the page no longer shows: the host adds them to its draft. */
  z.object({ type: z.literal("not-inserted"), session_id: z.string(), parts: z.array(KnownPart) }),
  /** The answer to `shrink`; without a picture if the page cannot make one. */
  z.object({
    type: z.literal("shrunk"),
    id: z.string(),
    picture: z.optional(z.object({ mime: z.string(), bytes: z.instanceof(Uint8Array) })),
  }),
  /** Asks where a pasted text was copied from. Answered with `copied-from` only if the text is still there. */
  z.object({ type: z.literal("find-source"), session_id: z.string(), paste: z.string(), text: z.string() }),
  /** Opens a link in an answer. The host asks before it opens a web page. */
  z.object({ type: z.literal("link"), href: z.string() }),
  /** An action on a code block of an answer. `info` is the text after its opening fence. */
  z.object({
    type: z.literal("code"),
    action: z.enum(["insert", "open", "apply", "terminal"]),
    info: z.string(),
    text: z.string(),
  }),
  /** An action on a message. `retry` and `again` of an answer resend the message that it answers. */
  z.object({
    type: z.literal("act"),
    action: z.enum(["retry", "continue", "again", "edit", "branch", "sidecar", "inspect", "replay"]),
    session_id: z.string(),
    message_id: z.string(),
  }),
  /** Starts a conversation. The page chooses the id, so that it can use the conversation before the host shows it. */
  z.object({ type: z.literal("new"), session_id: z.string().check(z.regex(/^ses_[\w-]+$/)) }),
  /** Shows the conversation that this one is a branch or a sidecar of. */
  z.object({ type: z.literal("show"), session_id: z.string() }),
  /** The page has the focus: commands apply to this pane. */
  z.object({ type: z.literal("focused") }),
  /** The page has lost the focus. */
  z.object({ type: z.literal("blurred") }),
  /** The input has the focus, or has lost it. */
  z.object({ type: z.literal("input-focus"), has: z.boolean() }),
  /** Whether the page of the main pane is high enough to share its height with a sidecar. */
  z.object({ type: z.literal("room"), has: z.boolean() }),
  /** Closes the pane of the sidecar. The sidecar stays in the list of conversations. */
  z.object({ type: z.literal("close") }),
  /** Inserts the last answer of a sidecar into the draft of its main conversation. */
  z.object({ type: z.literal("bring-back"), session_id: z.string() }),
  z.object({ type: z.literal("earlier"), session_id: z.string(), before: z.string() }),
  z.object({
    type: z.literal("run"),
    command: z.enum([
      "new",
      "selectModel",
      "selectAgent",
      "setApiKey",
      "signInAgent",
      "restartAgent",
      "openSettings",
      "setServer",
      "showLog",
      "inspectNext",
      "compact",
      "manageTrust",
      "export",
      "inspectTurn",
      "toolRules",
      "tryAsk",
      "listCommands",
      "refactor",
      "openFile",
      "openWalkthrough",
    ]),
  }),
  SuggestRequest,
  CompleteRequest,
  PeekRequest,
  Chosen,
  ContextOfferAction,
  /** An error or a CSP violation inside the webview, for the log. */
  z.object({ type: z.literal("fault"), message: z.string() }),
]);
export type ToHost = z.infer<typeof ToHost>;
export type RunCommand = Extract<ToHost, { type: "run" }>["command"];
