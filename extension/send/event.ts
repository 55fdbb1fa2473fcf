// What a provider says while it answers. A sender never throws: every ending is an event, `end` or `failed`, exactly one, last.
import type { Failure } from "../message/failure.ts";
import type { AnswerPhase, Finish, ReasoningField, Usage } from "../message/message.ts";
import type { Notice } from "../message/notice.ts";

/** What a server wants back with its reasoning. */
export interface ReasoningProof {
  signature?: string;
  redacted?: string;
  field?: ReasoningField;
  details?: readonly unknown[];
}

/** What may come between the request and its end. */
export type Said =
  | { type: "text"; text: string }
  | { type: "reasoning"; text: string }
  /** Ends the reasoning that streams, or is a piece without text. What it carries returns to the server as it came. */
  | ({ type: "reasoning-end" } & ReasoningProof)
  /** The part that the text before it plays in the answer. */
  | { type: "text-end"; phase: AnswerPhase }
  /** Arguments as they stream: a piece of JSON. */
  | { type: "tool-call-delta"; id: string; name: string; json: string }
  /** The call, whole: only such calls run. Arguments that are not JSON stand as the text they are. */
  | { type: "tool-call"; id: string; name: string; input: unknown; extra?: unknown }
  /** Of a call that was run where the answer comes from. */
  | { type: "tool-result"; id: string; output: string; is_error: boolean }
  /** The session of an agent's own that answers. */
  | { type: "agent-session"; id: string; conversation: string }
  | { type: "usage"; usage: Usage }
  /** Something the user should know of an answer that goes on. */
  | { type: "notice"; notice: Notice };

export type StreamEvent =
  | Said
  /** The server has sent nothing for so long; told every few seconds while the answer is waited for. */
  | { type: "silent"; seconds: number }
  /** Nothing has arrived yet, and it is tried again after a while. */
  | { type: "retrying"; attempt: number; of: number; in_ms: number }
  | { type: "end"; finish: Finish }
  /** `wait_ms`: how long the server wants to be left alone, if that is told. */
  | { type: "failed"; failure: Failure; wait_ms?: number };
