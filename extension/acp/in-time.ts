// A request to an agent, answered in time or not at all.
import type { Failure } from "../message/failure.ts";
import { refused, tooSlow } from "./failures.ts";

export type Result<Value> = { ok: true; value: Value } | { ok: false; failure: Failure };

interface Wanted<Value> {
  /** The agent, in sentences. */
  name: string;
  /** As it follows "did not answer". */
  what: string;
  ms: number;
  ask: () => Promise<Value>;
  late: () => void;
}

/** Never rejects. */
export async function inTime<Value>({ name, what, ms, ask, late }: Wanted<Value>): Promise<Result<Value>> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<Result<Value>>((resolve) => {
    timer = setTimeout(() => {
      late();
      resolve({ ok: false, failure: tooSlow(name, what, Math.round(ms / 1000)) });
    }, ms);
  });
  const answered = ask().then(
    (value): Result<Value> => ({ ok: true, value }),
    (error: unknown): Result<Value> => ({ ok: false, failure: refused(name, error) }),
  );
  try {
    return await Promise.race([answered, over]);
  } finally {
    clearTimeout(timer);
  }
}
