// A pin with what it costs, and whether it is what it was.
import type { Pin } from "../message/pin.ts";

export interface MeasuredPin extends Pin {
  tokens: number;
  /** `gone`: the model gets a placeholder. */
  state: "live" | "changed" | "gone";
  note?: string;
  problem?: string;
}
