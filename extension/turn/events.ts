// What happens in a conversation, each event with its conversation and, where it has one, its message.
import type { Failure } from "../message/failure.ts";
import type { Manifest } from "../message/manifest.ts";
import type { AssistantPart } from "../message/message.ts";
import type { Notice } from "../message/notice.ts";
import type { RunState, ShownEdit, ShownMessage, ShownQueue } from "../protocol/conversation.ts";
import type { Draft } from "../protocol/draft.ts";

/** A closed union: the panel's protocol and the public event are mapped from it, so that each can change alone. */
export type TurnEvent = OfConversation | OfAnswer | OfRequest;

/** Tells everyone who watches the conversation. */
export type Emit = (event: TurnEvent) => void;

type OfConversation = { session_id: string } & (
  | { type: "run"; run: RunState }
  | { type: "title"; title: string }
  | { type: "queue"; queue: ShownQueue }
  /** A new message, or a known one that has changed. */
  | { type: "message"; message: ShownMessage }
  /** Why the submitted draft takes longer than others. */
  | { type: "preparing"; words: string }
  /** A draft returns to the input: before what is there, or, with `replaces`, instead of it. */
  | { type: "returned"; draft: Draft; replaces?: boolean }
  /** Something went wrong, with a way out. */
  | { type: "failure"; failure: Failure }
  /** Something the user should know that is no failure. */
  | { type: "notice"; notice: Notice }
);

type OfAnswer = { session_id: string; message_id: string } &
  /** Text that continues a streaming part. */
  (
    | { type: "delta"; part: number; kind: "text" | "reasoning"; text: string }
    /** A part that is new or has changed. */
    | { type: "part"; index: number; part: AssistantPart }
    /** The progress of a running call, in a few words. */
    | { type: "progress"; call_id: string; words: string }
    /** The files that its tools have changed, with their present state. */
    | { type: "edits"; edits: ShownEdit[] }
  );

/** `message_id` is the message of the user that the request is for. */
interface OfRequest {
  type: "manifest";
  session_id: string;
  message_id: string;
  /** The first request of the turn is 1; each that follows tool calls or steering is one more. */
  round: number;
  /** The account of this request, just before it is sent or refused. */
  manifest: Manifest;
}
