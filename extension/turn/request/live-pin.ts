// A pin that a window adds to those of a conversation.
import type { Pin } from "../../message/pin.ts";

/** A pin that is not stored: an open editor, or a pin that another extension registers. */
export interface LivePin extends Pin {
  /** Why it cannot be read now. */
  failure?: string;
}
