// Everything the webview may ask of the host; anything else is refused and logged.
import * as z from "zod/mini";
import { KnownPart } from "../message/part.ts";
import { Reply } from "./ask.ts";
import { Draft } from "./draft.ts";
import { QueueAction, StopHow } from "./queue.ts";
import { FileChunk } from "./file-chunk.ts";
import { GhostAction } from "./ghost.ts";
import { Chosen, CompleteRequest, PeekRequest, SuggestRequest } from "./suggest.ts";

export const ToHost = z.discriminatedUnion("type", [
  /** The input is painted and usable. */
  z.object({ type: z.literal("ready") }),
  /** Sent at most 150 ms after a change, so that the host has it within 300. */
  z.object({ type: z.literal("draft"), session_id: z.string(), draft: Draft }),
  /** Answered with `accepted`, or with `refused` and the parts back. */
  z.object({
    type: z.literal("submit"),
    session_id: z.string(),
    draft: Draft,
    /** Into the turn that runs, at its next tool; without one it waits like any other. */
    steers: z.optional(z.boolean()),
  }),
  /** Without `how` as the setting says. */
  z.object({ type: z.literal("stop"), session_id: z.string(), how: z.optional(StopHow) }),
  z.object({ type: z.literal("queue"), session_id: z.string(), action: QueueAction, message_id: z.string() }),
  /** To another place of the queue: before that message, or to the end. */
  z.object({
    type: z.literal("queue-move"),
    session_id: z.string(),
    message_id: z.string(),
    before: z.nullable(z.string()),
  }),
  /** The message that is edited goes back into the queue as it was. */
  z.object({ type: z.literal("cancel-edit"), session_id: z.string() }),
  z.object({ type: z.literal("resume"), session_id: z.string() }),
  /** To a call that must be allowed, or to a question. */
  z.object({ type: z.literal("reply"), session_id: z.string(), call_id: z.string(), reply: Reply }),
  /** What an answer changed in files: look at one, keep all, or undo all. */
  z.object({
    type: z.literal("edits"),
    action: z.enum(["review", "keep", "undo"]),
    session_id: z.string(),
    message_id: z.string(),
    /** Only this file. Default: all files. */
    path: z.optional(z.string()),
  }),
  /** Puts the message that was cancelled last back into the queue. */
  z.object({ type: z.literal("undo-cancel"), session_id: z.string() }),
  /** Show the place a chip stands for; `stays`: the focus stays in the page. */
  z.object({ type: z.literal("open"), part: KnownPart, stays: z.optional(z.boolean()) }),
  /** Keep a file, a folder or a text in sight: it goes with every message from now on. */
  z.object({ type: z.literal("pin"), part: KnownPart, title: z.optional(z.string()) }),
  z.object({ type: z.literal("unpin"), id: z.string() }),
  /** The text a chip stands for. Answered with `replace`, or with a `failure` that says why not. */
  z.object({ type: z.literal("as-text"), session_id: z.string(), id: z.string(), part: KnownPart }),
  /** Things dropped or pasted by address: the lines of `text/uri-list` as they came. Answered with `insert`. */
  z.object({
    type: z.literal("take-uris"),
    session_id: z.string(),
    uris: z.array(z.string()),
    /** They are pinned to the conversation instead of added to the message. */
    pins: z.optional(z.boolean()),
  }),
  FileChunk,
  /** Opens the dialog; what is chosen is answered with `insert`. */
  z.object({ type: z.literal("attach"), session_id: z.string() }),
  /** An `insert` came for a conversation that the page no longer shows: its parts go into the draft of that one. */
  z.object({ type: z.literal("not-inserted"), session_id: z.string(), parts: z.array(KnownPart) }),
  /** Where this text was copied from. Answered with `copied-from` if it still stands there, else not at all. */
  z.object({ type: z.literal("find-source"), session_id: z.string(), paste: z.string(), text: z.string() }),
  /** A link in an answer. The host asks before it leaves the window. */
  z.object({ type: z.literal("link"), href: z.string() }),
  /** Something with the code of an answer. `info` is what follows its opening fence. */
  z.object({
    type: z.literal("code"),
    action: z.enum(["insert", "open", "apply", "terminal"]),
    info: z.string(),
    text: z.string(),
  }),
  /** Something with a message: an answer is tried again by way of the message it answers. */
  z.object({
    type: z.literal("act"),
    action: z.enum(["retry", "again", "edit", "branch", "sidecar", "inspect"]),
    session_id: z.string(),
    message_id: z.string(),
  }),
  /** A new conversation in the panel. Its id is the page's: what is typed next is for it before the host has shown it. */
  z.object({ type: z.literal("new"), session_id: z.string().check(z.regex(/^ses_[\w-]+$/)) }),
  /** Show another conversation: the one this is a branch or a sidecar of. */
  z.object({ type: z.literal("show"), session_id: z.string() }),
  /** The page has the focus: commands are for this pane now. */
  z.object({ type: z.literal("focused") }),
  /** The page has lost the focus. */
  z.object({ type: z.literal("blurred") }),
  /** The sidecar goes out of sight, and is kept. */
  z.object({ type: z.literal("close") }),
  /** The last answer of a sidecar goes into the draft of the conversation it was asked beside. */
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
    ]),
  }),
  SuggestRequest,
  CompleteRequest,
  PeekRequest,
  Chosen,
  GhostAction,
  /** An error or a CSP violation inside the webview, for the log. */
  z.object({ type: z.literal("fault"), message: z.string() }),
]);
export type ToHost = z.infer<typeof ToHost>;
export type RunCommand = Extract<ToHost, { type: "run" }>["command"];
