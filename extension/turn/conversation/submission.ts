// What is given to a conversation's runner, and what becomes of it.
import type { Failure } from "../../message/failure.ts";
import type { UserMessage } from "../../message/message.ts";
import type { Editing } from "./editing.ts";

/** Queued: on disk, and sent when those before it are done. */
export type Submitted = { ok: true; message_id: string; queued: boolean } | { ok: false; failure: Failure };

export interface Submission {
  endsDraft: boolean;
  steers: boolean;
  /** The message came from the queue, and returns to its place there unless it can be sent at once. */
  editing?: Editing | undefined;
}

export interface RunnerPorts {
  /** The session gets its row before anything runs in it. Throws when the disk refuses. */
  create: () => void;
  /** A message is part of the conversation from now on. */
  sent: (message: UserMessage) => void;
  /** Unfinished answers were closed, because their windows closed or lost the turn. */
  closed: (ids: readonly string[]) => void;
}

export const BUSY: Failure = {
  stage: "turn",
  code: "busy",
  message: "The model is still answering. Wait for it to finish, or stop it.",
  retryable: true,
};
