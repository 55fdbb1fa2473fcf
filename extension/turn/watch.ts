// What a turn tells its runner while it runs.
import type { UserMessage } from "../message/message.ts";
import type { Retry } from "../protocol/conversation.ts";
import type { Recorder } from "./recorder.ts";
import type { PendingAsks } from "./tools/pending-asks.ts";
import type { StartedTurn } from "./sources.ts";

/** The request is tried again later, or its server has sent nothing for a while. */
export type Delay = { kind: "retry"; retry: Retry } | { kind: "silence"; seconds: number };

export interface AnswerWatch {
  signal: AbortSignal;
  /** Another answer streams from now on. */
  streams: (recorder: Recorder) => void;
  /** Why the answer does not go on; `undefined` when it does again. */
  delayed: (delay: Delay | undefined) => void;
  asks: PendingAsks;
  /** The turn has taken in a message that the user sent to steer it. */
  steered: (message: UserMessage) => void;
}

export interface TurnWatch extends AnswerWatch {
  /** The message is on disk, and part of the conversation. */
  stored: (started: StartedTurn) => void;
}
