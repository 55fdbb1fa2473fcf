// The terminals of an agent's turn and their output, with limits on their number and size.
import type { CreateTerminalRequest, TerminalOutputResponse } from "@agentclientprotocol/sdk";
import { commandLine } from "./command-line.ts";
import type { AgentServices, Exit, RunningCommand } from "./services.ts";
import type { Result } from "../../message/result.ts";
import * as words from "../words.ts";

/** The most output of one terminal, whatever the agent asks for. */
const MOST_BYTES = 1024 * 1024;

/** The most output that is kept of a released terminal, in characters. */
const MOST_PAST = 200_000;

/** The most output that is kept of all released terminals: the oldest are forgotten. */
const MOST_OF_PAST = 8 * 1024 * 1024;

/** The most open terminals, including those that wait for the user. */
const MOST_HELD = 32;

/** The most terminals of one turn. */
const MOST_CREATED = 2_000;

/** Ids are never reused, because an agent may name a terminal of an earlier turn. */
let count = 0;

interface Held {
  command: RunningCommand;
  limit: number;
  exit: Exit | undefined;
}

export class Terminals {
  readonly #held = new Map<string, Held>();
  /** The output of released terminals, for the results of their calls. */
  readonly #past = new Map<string, string>();
  #pastLength = 0;
  #starting = 0;
  #created = 0;
  #isClosed = false;

  async create(
    { command, args = [], env = [], cwd, outputByteLimit }: CreateTerminalRequest,
    services: Pick<AgentServices, "run">,
  ): Promise<Result<string, string>> {
    if (this.#held.size + this.#starting >= MOST_HELD) return { ok: false, failure: words.tooManyTerminals(MOST_HELD) };
    this.#created += 1;
    if (this.#created > MOST_CREATED) return { ok: false, failure: words.tooManyTerminalsInTurn(MOST_CREATED) };
    const variables = Object.fromEntries(env.map(({ name, value }) => [name, value]));
    const where = cwd === undefined || cwd === null ? {} : { cwd };
    // The protocol names a program and its arguments. Agents that send a whole line send no arguments.
    const program = args.length === 0 ? {} : { program: { command, args } };
    this.#starting += 1;
    const run = await services
      .run({ line: commandLine(command, args), ...program, ...where, env: variables })
      .finally(() => {
        this.#starting -= 1;
      });
    if (!run.ok) return run;
    if (this.#isClosed) {
      run.value.kill();
      return { ok: false, failure: words.turnOver };
    }
    const id = `terminal_${++count}`;
    const limit = Math.min(MOST_BYTES, Math.max(0, outputByteLimit ?? MOST_BYTES));
    const held: Held = { command: run.value, limit, exit: undefined };
    this.#held.set(id, held);
    void run.value.exited.then((exit) => {
      held.exit = exit;
    });
    return { ok: true, value: id };
  }

  output(id: string): TerminalOutputResponse | undefined {
    const held = this.#held.get(id);
    if (held === undefined) return undefined;
    const { text, isCut } = lastBytes(held.command.output(), held.limit);
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
    this.#keep(id, held.command.output().slice(0, MOST_PAST));
    this.#held.delete(id);
    held.command.kill();
    return true;
  }

  text(id: string): string {
    return this.#held.get(id)?.command.output() ?? this.#past.get(id) ?? "";
  }

  /** The turn is over: ends every command. */
  close(): void {
    this.#isClosed = true;
    for (const id of [...this.#held.keys()]) this.release(id);
  }

  #keep(id: string, text: string): void {
    this.#past.set(id, text);
    this.#pastLength += text.length;
    for (const [oldest, output] of this.#past) {
      if (this.#pastLength <= MOST_OF_PAST) return;
      this.#past.delete(oldest);
      this.#pastLength -= output.length;
    }
  }
}

/** The end of the text, without a partial character. */
function lastBytes(text: string, limit: number): { text: string; isCut: boolean } {
  // A character has at least one byte, so earlier text cannot fit.
  const near = text.length > limit ? text.slice(text.length - limit).replace(/^[\uDC00-\uDFFF]/, "") : text;
  const bytes = Buffer.from(near);
  if (bytes.length <= limit) return { text: near, isCut: near.length < text.length };
  let from = bytes.length - limit;
  while (from < bytes.length && ((bytes[from] ?? 0) & 0xc0) === 0x80) from += 1;
  return { text: bytes.subarray(from).toString("utf8"), isCut: true };
}
