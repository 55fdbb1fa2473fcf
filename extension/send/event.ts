// What a provider says while it answers. A sender never throws: every ending is an event, `end` or `failed`, exactly one, last.
import type { Failure } from "../message/failure.ts";
import type { Finish, Usage } from "../message/message.ts";

export type StreamEvent =
  | { type: "text"; text: string }
  | { type: "reasoning"; text: string }
  | { type: "usage"; usage: Usage }
  | { type: "end"; finish: Finish }
  | { type: "failed"; failure: Failure };
