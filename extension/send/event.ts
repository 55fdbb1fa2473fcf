// What a provider says while it answers. Every ending is an event: `end` or `failed`, exactly one, last.
import type { Failure } from "../message/failure.ts";
import type { Finish, Usage } from "../message/message.ts";

export type StreamEvent =
  | { type: "text"; text: string }
  | { type: "reasoning"; text: string }
  | { type: "usage"; usage: Usage }
  | { type: "end"; finish: Finish }
  | { type: "failed"; failure: Failure };

/** Never throws, before or after the first event; ends with `stopped` soon after the signal. */
export type Send<Request> = (request: Request, signal: AbortSignal) => AsyncIterable<StreamEvent>;
