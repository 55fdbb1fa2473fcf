// The run state of a conversation as a pure reducer, the only code that decides whether it is idle or busy.
import type { Ask } from "../../protocol/ask.ts";
import type { Retry, RunState } from "../../protocol/conversation.ts";

export type RunEvent =
  | { type: "started"; message_id: string | null }
  | { type: "taken"; message_id: string }
  | { type: "retrying"; retry: Retry }
  /** The asks that wait for the user, and the calls that wait for other calls. */
  | { type: "waiting"; asks: Ask[]; held: string[] }
  /** The retry has begun. */
  | { type: "resumed" }
  | { type: "ended" }
  | { type: "failed" };

export const IDLE: RunState = { state: "idle", message_id: null };

export function reduceRun(run: RunState, event: RunEvent): RunState {
  switch (event.type) {
    case "started":
      return isFree(run) ? { state: "busy", message_id: event.message_id } : run;
    case "taken":
      return { ...run, message_id: event.message_id };
    case "retrying":
      return isFree(run) ? run : { state: "retrying", message_id: run.message_id, retry: event.retry };
    case "waiting":
      return isFree(run) ? run : waitingFor(run.message_id, event.asks, event.held);
    case "resumed":
      return run.state === "retrying" ? { state: "busy", message_id: run.message_id } : run;
    case "ended":
      return IDLE;
    case "failed":
      return { state: "error", message_id: run.message_id };
    default:
      return event satisfies never;
  }
}

function waitingFor(message_id: string | null, asks: Ask[], held: string[]): RunState {
  const calls = held.length > 0 && { held };
  return asks.length > 0 ? { state: "waiting", message_id, asks, ...calls } : { state: "busy", message_id, ...calls };
}

/** A turn may start, also after an error. */
export function isFree(run: RunState): boolean {
  return run.state === "idle" || run.state === "error";
}
