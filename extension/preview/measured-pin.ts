// A pin with its tokens, and whether it has changed since it was sent.
import type { Pin } from "../message/pin.ts";

export interface MeasuredPin extends Pin {
  tokens: number;
  /** `gone`: the model gets a placeholder. */
  state: "live" | "changed" | "gone";
  note?: string;
  problem?: string;
}
