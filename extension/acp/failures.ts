// The failures of agents: the code of each, and what the user can do about it.
import * as z from "zod/mini";
import type { Failure } from "../message/failure.ts";
import { reasonOf } from "../text/reason.ts";
import * as words from "./words.ts";

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
  return failure("agent-unknown", words.notConfigured(id), { retryable: false, action: "selectModel" });
}

export function notResumed(name: string): Failure {
  return failure("agent-session-gone", words.notResumed(name));
}

export function conversationNotEmpty(): Failure {
  return failure("agent-session-late", words.conversationNotEmpty, { retryable: false, action: "new" });
}

export function replayCut(name: string): Failure {
  return failure("agent-session-cut", words.replayCut(name), { retryable: false });
}

export function notTrusted(name: string): Failure {
  return failure("untrusted", words.notTrusted(name), { retryable: false, action: "manageTrust" });
}

export function promptFailed(name: string, error: unknown): Failure {
  return failure("agent-failed", words.promptFailed(name, reasonOf(error)), { action: "restartAgent" });
}

/** The agent's process has ended. Its answer stays; the next message or the button restarts the agent. */
export function ended(name: string, how: string): Failure {
  return failure("agent-ended", words.ended(name, how), { action: "restartAgent" });
}

export function noResponse(name: string, request: words.AgentRequest, seconds: number, isStopped: boolean): Failure {
  return failure("agent-hangs", words.noResponse(name, request, seconds, isStopped), { action: "restartAgent" });
}

export function wrongVersion(name: string, version: number): Failure {
  return failure("agent-version", words.wrongVersion(name, version), { retryable: false, action: "selectModel" });
}

export function answerTooLong(): Failure {
  return failure("agent-flood", words.answerTooLong, { action: "restartAgent" });
}

/** The agent answered a request with an error. */
export function refused(name: string, error: unknown): Failure {
  const rpc = RpcError.safeParse(error);
  if (!rpc.success) return failure("agent-failed", words.failed(name, reasonOf(error)), { action: "restartAgent" });
  const { code, message, data } = rpc.data;
  if (code === AUTH_REQUIRED) return failure("agent-sign-in", words.signInRequired(name), { action: "signInAgent" });
  const details = Details.safeParse(data);
  const more = details.success && details.data !== message ? details.data.slice(0, 500) : "";
  return failure(`agent${code}`, words.reported(name, message.slice(0, 2_000), more));
}
