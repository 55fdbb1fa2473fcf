// What a turn tells the one who runs it, while it runs.
import type { UserMessage } from "../message/message.ts";
import type { Retry } from "../protocol/conversation.ts";
import type { Recorder } from "./recorder.ts";
import type { Waits } from "./waits.ts";
import type { Begun } from "./sources.ts";

export interface AnswerWatch {
  signal: AbortSignal;
  /** The answer that streams from now on. */
  begun: (recorder: Recorder) => void;
  retrying: (retry: Retry | undefined) => void;
  waits: Waits;
  /** A message of the user has gone into the turn. */
  steered: (message: UserMessage) => void;
}

export interface TurnWatch extends AnswerWatch {
  /** The message is on disk, and part of the conversation. */
  stored: (begun: Begun) => void;
}
