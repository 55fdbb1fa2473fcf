// A pin that a window adds to those of a conversation.
import type { Pin } from "../../message/pin.ts";

/** A pin that is not stored: an open editor, or what another extension brings. */
export interface LivePin extends Pin {
  /** Why it has nothing to say now. */
  failure?: string;
}
