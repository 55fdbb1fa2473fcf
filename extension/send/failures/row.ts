// A failure of sending.
import type { Failure } from "../../message/failure.ts";

export function final(code: string, message: string, action?: Failure["action"]): Failure {
  return { stage: "send", code, message, retryable: false, ...(action !== undefined && { action }) };
}

/** Another attempt may help. */
export function retryable(code: string, message: string, action?: Failure["action"]): Failure {
  return { ...final(code, message, action), retryable: true };
}
