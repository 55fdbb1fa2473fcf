// A command that an agent runs: keeps its latest output.
import type { CommandWanted, RunningCommand } from "./services.ts";
import type { Shell } from "../../tools/ports.ts";

/** A command runs until the agent ends it, the turn ends, or a day has passed. */
const DAY_MS = 24 * 60 * 60 * 1000;

/** The output that is kept, in characters. */
const LIMIT = 1024 * 1024;

export function beginCommand(
  shell: Shell,
  { line, program, cwd, env }: CommandWanted & { cwd: string },
  signal: AbortSignal,
): RunningCommand {
  const killed = new AbortController();
  let output = "";
  const heard = (text: string): void => {
    output += text;
    // Cut only at twice the limit: a cut at each piece would copy all of the output each time.
    if (output.length > LIMIT * 2) output = output.slice(-LIMIT);
  };
  const options = { cwd, timeoutMs: DAY_MS, limitBytes: 1_024, env, heard, ...(program && { program }) };
  const exited = shell
    .run(line, { ...options, signal: AbortSignal.any([signal, killed.signal]) })
    .then(({ exit_code }) => ({ exitCode: exit_code, signal: exit_code === null ? "SIGTERM" : null }));
  return {
    output: () => output,
    exited,
    kill: () => {
      killed.abort();
    },
  };
}
