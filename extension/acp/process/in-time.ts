// A request to an agent, with a time limit.
import type { Result } from "../../message/result.ts";
import { noResponse, refused } from "../failures.ts";
import type { AgentRequest } from "../words.ts";

interface Wanted<Value> {
  /** The agent's name in sentences. */
  name: string;
  request: AgentRequest;
  ms: number;
  ask: () => Promise<Value>;
  /** Called when the time is over. Returns whether it stopped the agent. */
  late: () => boolean;
  /** Aborted when the connection closes. */
  closed: AbortSignal;
  /** Resolves when the process has ended. */
  over: Promise<Result<never>>;
}

/** Never rejects. */
export async function inTime<Value>({
  name,
  request,
  ms,
  ask,
  late,
  closed,
  over,
}: Wanted<Value>): Promise<Result<Value>> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<Result<Value>>((resolve) => {
    timer = setTimeout(() => {
      resolve({ ok: false, failure: noResponse(name, request, Math.round(ms / 1000), late()) });
    }, ms);
  });
  const answered = ask().then(
    (value): Result<Value> => ({ ok: true, value }),
    // If the connection has closed, the end of the process says why.
    (error: unknown): Result<Value> | typeof over =>
      closed.aborted ? over : { ok: false, failure: refused(name, error) },
  );
  try {
    return await Promise.race([answered, over, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
