// A request in the shape of its wire, ready to be sent.
import type { Warning } from "../lower/lowered.ts";
import type { StreamEvent } from "../send/event.ts";
import type { Waits } from "./waits.ts";

export interface Prepared {
  request: unknown;
  warnings: Warning[];
  /** `about` names the message that is answered, for the journal; `talk` is the answer an agent may ask something for. */
  send: (signal: AbortSignal, about?: string, talk?: Talk) => AsyncIterable<StreamEvent>;
}

/** The answer an agent is writing, for the questions it asks while it does. */
export interface Talk {
  message_id: string;
  waits: Waits;
  /** Whether the turn is still this window's: one that was lost grants nothing. */
  isOurs?: (() => boolean) | undefined;
}
