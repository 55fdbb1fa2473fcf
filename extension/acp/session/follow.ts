// One prompt, from its request to its end: passes Stop to the agent, gives up an agent that ignores it, and closes every call.
import type { ClientConnection, PromptRequest, PromptResponse } from "@agentclientprotocol/sdk";
import type { Finish } from "../../message/message.ts";
import { refused } from "../failures.ts";
import type { Running } from "../process/connect.ts";
import type { Turn } from "../process/serve.ts";
import * as words from "../words.ts";

export interface FollowPorts {
  /** The agent's name in sentences. */
  name: string;
  connection: ClientConnection;
  /** From Stop to the end of the turn. */
  stopMs: number;
  over: Running["over"];
  /** Called when the agent ignores Stop. Returns whether it ended the agent. */
  giveUp: () => boolean;
}

/** Never rejects. The last event in the turn's queue says how the turn ended. */
export async function follow(
  { name, connection, over }: FollowPorts,
  request: PromptRequest,
  turn: Turn,
  signal: AbortSignal,
): Promise<void> {
  const { queue } = turn;
  try {
    const response = await connection.agent.request("session/prompt", request);
    // The library may still deliver updates that came before this response.
    await new Promise((resolve) => setImmediate(resolve));
    closeCalls(turn, response.stopReason === "cancelled" ? words.callStopped : words.noResult);
    queue.end({ type: "end", finish: signal.aborted ? "stopped" : finishOf(response) });
  } catch (error) {
    const isGone = connection.signal.aborted && !signal.aborted;
    const failure = isGone ? (await over).failure : refused(name, error);
    closeCalls(turn, isGone ? words.agentExited : words.turnEnded);
    queue.end(signal.aborted ? { type: "end", finish: "stopped" } : { type: "failed", failure });
  }
}

function closeCalls({ queue, updates }: Turn, result: string): void {
  if (queue.isEnded) return;
  for (const event of updates.close(result)) queue.push(event);
}

/** Cancels the prompt when the signal aborts. Returns a function that stops listening. */
export function cancelOnStop(
  { name, connection, stopMs, giveUp }: FollowPorts,
  sessionId: string,
  turn: Turn,
  signal: AbortSignal,
): () => void {
  let timer: NodeJS.Timeout | undefined;
  const stop = (): void => {
    // An agent that is gone has nothing to cancel.
    void connection.agent.notify("session/cancel", { sessionId }).catch(() => undefined);
    timer = setTimeout(() => {
      closeCalls(turn, words.callStopped);
      const message = giveUp() ? words.endedUnstopped(name) : words.unstopped(name);
      turn.queue.push({ type: "notice", notice: { message } });
      turn.queue.end({ type: "end", finish: "stopped" });
    }, stopMs);
  };
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  return () => {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
  };
}

function finishOf({ stopReason }: PromptResponse): Finish {
  switch (stopReason) {
    case "end_turn":
      return "end";
    case "max_turn_requests":
      return "request-limit";
    case "max_tokens":
      return "length";
    case "refusal":
      return "refusal";
    case "cancelled":
      return "stopped";
    default:
      return stopReason satisfies never;
  }
}
