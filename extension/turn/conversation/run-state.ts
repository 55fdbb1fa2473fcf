// The run state of a conversation as a pure reducer, the only code that decides whether it is idle or busy.
import type { Ask } from "../../protocol/ask.ts";
import type { RunState } from "../../protocol/conversation.ts";
import type { Delay } from "../watch.ts";

export type RunEvent =
  | { type: "started"; message_id: string | null }
  | { type: "taken"; message_id: string }
  | { type: "delayed"; delay: Delay }
  /** The asks that wait for the user, and the calls that wait for other calls. */
  | { type: "waiting"; asks: Ask[]; held: string[] }
  /** The delay is over. */
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
    case "delayed":
      return isFree(run) ? run : delayedBy(run, event.delay);
    case "waiting":
      return isFree(run) ? run : waitingFor(run.message_id, event.asks, event.held);
    case "resumed":
      return resume(run);
    case "ended":
      return IDLE;
    case "failed":
      return { state: "error", message_id: run.message_id };
    default:
      return event satisfies never;
  }
}

function delayedBy(run: RunState, delay: Delay): RunState {
  const { message_id } = run;
  if (delay.kind === "retry") return { state: "retrying", message_id, retry: delay.retry };
  return run.state === "waiting" ? run : { ...resume(run), silent_s: delay.seconds };
}

function resume({ silent_s, ...run }: RunState): RunState {
  return run.state === "retrying" ? { state: "busy", message_id: run.message_id } : run;
}

function waitingFor(message_id: string | null, asks: Ask[], held: string[]): RunState {
  const calls = held.length > 0 && { held };
  return asks.length > 0 ? { state: "waiting", message_id, asks, ...calls } : { state: "busy", message_id, ...calls };
}

/** A turn may start, also after an error. */
export function isFree(run: RunState): boolean {
  return run.state === "idle" || run.state === "error";
}
