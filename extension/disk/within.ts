// Runs something that must not take long, on this thread, and breaks it off in mid-computation when it does.
import { createContext, Script } from "node:vm";

/** Regular expressions are broken off as well: the limit holds for all that runs within. */
const script = new Script("run()");

/** On a machine that is busy elsewhere the time passes without this process: so often it is tried again. */
const MOST_TRIES = 10;

/** The result, or nothing when it took longer than `ms` of this process's own time. Throws what `run` throws. */
export function within<Result>(ms: number, run: () => Result): { result: Result } | undefined {
  const begun = process.cpuUsage();
  for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
    const answer = once(ms, run);
    if (answer !== undefined) return answer;
    const { user, system } = process.cpuUsage(begun);
    if ((user + system) / 1000 >= 2 * ms) return undefined;
  }
  return undefined;
}

function once<Result>(ms: number, run: () => Result): { result: Result } | undefined {
  let answer: { result: Result } | undefined;
  const context = createContext({
    run: () => {
      answer = { result: run() };
    },
  });
  try {
    script.runInContext(context, { timeout: ms });
  } catch (error) {
    if (isTimeout(error)) return undefined;
    throw error;
  }
  return answer;
}

function isTimeout(error: unknown): boolean {
  return (
    typeof error === "object" && error !== null && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT"
  );
}
