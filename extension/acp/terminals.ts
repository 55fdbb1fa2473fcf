// The terminals of an agent's session: what each put out, kept until the agent lets go of it.
import type { CreateTerminalRequest, TerminalOutputResponse } from "@agentclientprotocol/sdk";
import type { AgentServices, Exit, Refused, RunningCommand } from "./services.ts";

const MOST_BYTES = 1024 * 1024;

/** Of one that was let go of: more is not shown of a call. */
const MOST_PAST = 200_000;

/** An id is never given twice: an agent may speak of a terminal of an earlier turn. */
let count = 0;

interface Held {
  command: RunningCommand;
  limit: number;
  exit: Exit | undefined;
}

export class Terminals {
  readonly #held = new Map<string, Held>();
  /** What those that were let go of had put out: their calls are still to be told. */
  readonly #past = new Map<string, string>();

  async create(
    { command, args = [], env = [], cwd, outputByteLimit }: CreateTerminalRequest,
    services: Pick<AgentServices, "run">,
  ): Promise<{ ok: true; id: string } | Refused> {
    const variables = Object.fromEntries(env.map(({ name, value }) => [name, value]));
    const where = cwd === undefined || cwd === null ? {} : { cwd };
    const run = await services.run({ line: commandLine(command, args), ...where }, variables);
    if (!run.ok) return run;
    const id = `terminal_${++count}`;
    const held: Held = { command: run.command, limit: outputByteLimit ?? MOST_BYTES, exit: undefined };
    this.#held.set(id, held);
    void run.command.exited.then((exit) => {
      held.exit = exit;
    });
    return { ok: true, id };
  }

  output(id: string): TerminalOutputResponse | undefined {
    const held = this.#held.get(id);
    if (held === undefined) return undefined;
    const { text, isCut } = lastBytes(held.command.output(), Math.max(0, held.limit));
    return { output: text, truncated: isCut, ...(held.exit !== undefined && { exitStatus: held.exit }) };
  }

  exited(id: string): Promise<Exit> | undefined {
    return this.#held.get(id)?.command.exited;
  }

  kill(id: string): boolean {
    const held = this.#held.get(id);
    held?.command.kill();
    return held !== undefined;
  }

  release(id: string): boolean {
    const held = this.#held.get(id);
    if (held === undefined) return false;
    this.#past.set(id, held.command.output().slice(0, MOST_PAST));
    this.#held.delete(id);
    held.command.kill();
    return true;
  }

  text(id: string): string {
    return this.#held.get(id)?.command.output() ?? this.#past.get(id) ?? "";
  }

  /** Nothing runs on when the session is over. */
  close(): void {
    for (const id of [...this.#held.keys()]) this.release(id);
  }
}

/** A word that a shell would read otherwise is quoted. */
function commandLine(command: string, args: readonly string[]): string {
  // A command with blanks and no arguments is a line already: agents send both.
  if (args.length === 0) return command;
  return [command, ...args]
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`))
    .join(" ");
}

/** From the end, at the border of a character. */
function lastBytes(text: string, limit: number): { text: string; isCut: boolean } {
  const bytes = Buffer.from(text);
  if (bytes.length <= limit) return { text, isCut: false };
  let from = bytes.length - limit;
  while (from < bytes.length && ((bytes[from] ?? 0) & 0xc0) === 0x80) from += 1;
  return { text: bytes.subarray(from).toString("utf8"), isCut: true };
}
