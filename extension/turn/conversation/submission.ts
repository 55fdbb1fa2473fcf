// What a conversation gives to its runner, and what it gets back.
import type { Failure } from "../../message/failure.ts";
import type { UserMessage } from "../../message/message.ts";
import type { CompactPorts } from "../../pipelines/compact.ts";
import type { AnswerPorts } from "../ports.ts";
import type { Editing } from "./editing.ts";
import type { EnqueuePorts } from "./enqueue.ts";
import type { SlotPorts } from "./slot.ts";
import * as words from "../words.ts";

/** The runner queues and sends drafts, answers turns, and compacts a full conversation. */
export interface RunnerPorts extends SlotPorts, EnqueuePorts, AnswerPorts, CompactPorts {}

/** A message on disk. */
export interface Submitted {
  message_id: string;
  /** It waits until those before it are done. */
  queued: boolean;
}

export interface Submission {
  endsDraft?: boolean;
  steers?: boolean;
  /** The message came from the queue, and returns to its place there unless it can be sent at once. */
  editing?: Editing | undefined;
}

/** What a conversation does for its runner. */
export interface RunnerOwner {
  /** Stores the row of the conversation before anything runs in it. Throws if the disk refuses. */
  create: () => void;
  /** A message was stored as part of the conversation. */
  sent: (message: UserMessage) => void;
  /** Unfinished answers were closed, because their windows closed or lost the turn. */
  closed: (ids: readonly string[]) => void;
}

export const BUSY: Failure = {
  stage: "turn",
  code: "busy",
  message: words.busy,
  retryable: true,
};
