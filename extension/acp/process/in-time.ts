// A request to an agent, answered in time or not at all.
import type { Result } from "../../message/result.ts";
import { noResponse, refused } from "../failures.ts";
import type { AgentRequest } from "../words.ts";

interface Wanted<Value> {
  /** The agent, in sentences. */
  name: string;
  request: AgentRequest;
  ms: number;
  ask: () => Promise<Value>;
  /** Says whether it was ended for it. */
  late: () => boolean;
  /** Whether it can still be heard, and how its process ends. */
  closed: AbortSignal;
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
    // That the connection closed is told by how the process ended.
    (error: unknown): Result<Value> | typeof over =>
      closed.aborted ? over : { ok: false, failure: refused(name, error) },
  );
  try {
    return await Promise.race([answered, over, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
