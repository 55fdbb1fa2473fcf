// How an agent can fail, in words that say what to do about it.
import * as z from "zod/mini";
import type { Failure } from "../message/failure.ts";
import { reasonOf } from "../text/reason.ts";
import { counted } from "../text/counted.ts";

const AUTH_REQUIRED = -32_000;

const RpcError = z.object({ code: z.number(), message: z.string(), data: z.optional(z.unknown()) });

const Details = z.union([
  z.string(),
  z.pipe(
    z.object({ details: z.string() }),
    z.transform(({ details }) => details),
  ),
]);

function failure(code: string, message: string, more: Partial<Failure> = {}): Failure {
  return { stage: "send", code, message, retryable: true, ...more };
}

export function notConfigured(id: string): Failure {
  const message = `Agent ${id} is no longer configured. Select another model, or add the agent to galley.agents.`;
  return failure("agent-unknown", message, { retryable: false, action: "selectModel" });
}

export function notTakenUp(name: string): Failure {
  return failure(
    "agent-session-gone",
    `${name} could not resume its session and started a new one. The earlier messages are sent as text.`,
  );
}

export function begunMeanwhile(): Failure {
  const message = "This conversation already has messages. Start a new conversation to resume the agent session.";
  return failure("agent-session-late", message, { retryable: false, action: "new" });
}

export function replayCut(name: string): Failure {
  const message = `The ${name} session is long. Only the most recent messages are shown.`;
  return failure("agent-session-cut", message, { retryable: false });
}

export function notTrusted(name: string): Failure {
  const message = `${name} runs only in a trusted workspace. Trust this workspace to start it.`;
  return failure("untrusted", message, { retryable: false, action: "manageTrust" });
}

export function notAsked(name: string, error: unknown): Failure {
  return failure(
    "agent-failed",
    `Could not send the message to ${name}: ${reasonOf(error)}. Restart the agent and try again.`,
    { action: "restartAgent" },
  );
}

/** The agent has ended. Its answer stays; the next message or the button starts the agent again. */
export function ended(name: string, why: string): Failure {
  return failure("agent-ended", `${name} ${why.replace(/\.+$/, "")}.`, { action: "restartAgent" });
}

export function tooSlow(name: string, what: string, seconds: number, isEnded: boolean): Failure {
  const time = seconds < 120 ? counted(seconds, "second") : counted(Math.round(seconds / 60), "minute");
  const words = isEnded ? "; the agent was stopped" : "";
  const message = `${name} did not respond ${what} within ${time}${words}. Check its command in galley.agents, or run it in a terminal to see why.`;
  return failure("agent-hangs", message, { action: "restartAgent" });
}

export function wrongVersion(name: string, version: number): Failure {
  return failure(
    "agent-version",
    `${name} uses ACP version ${version}, but Galley supports version 1. Update the agent.`,
    {
      retryable: false,
      action: "selectModel",
    },
  );
}

/** What an agent answered instead of a result. */
export function refused(name: string, error: unknown): Failure {
  const rpc = RpcError.safeParse(error);
  if (!rpc.success) return failure("agent-failed", `${name} failed: ${reasonOf(error)}`, { action: "restartAgent" });
  if (rpc.data.code === AUTH_REQUIRED)
    return failure("agent-sign-in", `Sign in to ${name} to continue.`, { action: "signInAgent" });
  const details = Details.safeParse(rpc.data.data);
  const more = details.success && details.data !== rpc.data.message ? ` (${details.data.slice(0, 500)})` : "";
  return failure(`agent${rpc.data.code}`, `${name} reported: ${rpc.data.message.slice(0, 2_000)}${more}`);
}
