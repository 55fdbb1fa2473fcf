// Runs a function on this thread with a time limit, and interrupts it when it takes longer.
import { createContext, Script } from "node:vm";

/** Interrupts regular expressions, too. */
const script = new Script("run()");

/** On a busy machine the time may pass without this process running: try again this often. */
const MOST_TRIES = 10;

/** The result, or `undefined` if it took longer than `ms` of this process's own time. Throws what `run` throws. */
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
