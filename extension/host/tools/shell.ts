// Runs commands of tools in a terminal that the user sees: Ctrl+C ends them, and so does closing the terminal.
import type * as vscode from "vscode";
import { chooseShell, type CommandShell } from "../../disk/process/choose-shell.ts";
import type { Machine } from "../../disk/process/machine.ts";
import { plainEnvironment } from "../../disk/process/plain-environment.ts";
import { ProcessGroup } from "../../disk/process/process-group.ts";
import { startProgram } from "../../disk/process/start-program.ts";
import { type Start, startLine } from "../../disk/process/start.ts";
import type { Result } from "../../message/result.ts";
import type { Shell, ShellOptions, ShellResult } from "../../tools/ports.ts";
import type { CommandSystem } from "../../tools/shell-kind.ts";
import { ToolTerminal } from "./tool-terminal.ts";
import * as words from "./words.ts";

export class TerminalShell implements Shell, vscode.Disposable {
  readonly #terminal = new ToolTerminal(() => {
    for (const group of this.#running) group.end();
  });
  /** Includes groups that have only background processes left. */
  readonly #running = new Set<ProcessGroup>();
  readonly #machine: Machine;
  readonly #shell: CommandShell;

  constructor(machine: Machine, workspace: readonly string[]) {
    this.#machine = machine;
    this.#shell = chooseShell(machine, workspace);
  }

  get kind(): CommandShell["kind"] {
    return this.#shell.kind;
  }

  get system(): CommandSystem {
    return { platform: this.#machine.platform, ...this.#shell };
  }

  /** Uses the window's environment without the variables that VS Code sets for itself. */
  async run(command: string, options: ShellOptions): Promise<ShellResult> {
    const { cwd, limitBytes, heard } = options;
    this.#terminal.show(cwd);
    this.#terminal.write(`\n\u001b[1m$ ${command.replaceAll("\n", "\n  ")}\u001b[0m\n`);
    const output = new Bounded(limitBytes);
    const hear = (text: string): void => {
      output.add(text);
      heard?.(text);
      this.#terminal.write(text);
    };
    const env = { ...plainEnvironment(), ...options.env };
    const start = this.#startOf(command, options, env);
    if (!start.ok) {
      hear(`${start.failure}\n`);
      return { exit_code: NOT_FOUND, output: output.text, truncated: false, timed_out: false, left_running: false };
    }
    const group = new ProcessGroup(start.value, { cwd, env, heard: hear });
    this.#running.add(group);
    const { exit_code, error, left_running, timed_out } = await this.#follow(group, options);
    if (error === undefined)
      return { exit_code, output: output.text, truncated: output.isCut, timed_out, left_running };
    hear(error);
    const code = options.program === undefined ? exit_code : NOT_FOUND;
    return { exit_code: code, output: output.text, truncated: output.isCut, timed_out, left_running };
  }

  #startOf(command: string, { program, cwd }: ShellOptions, env: NodeJS.ProcessEnv): Result<Start, string> {
    if (program === undefined) return { ok: true, value: startLine(this.#shell, command) };
    return startProgram(program, { ...this.#machine, env }, cwd);
  }

  dispose(): void {
    for (const group of this.#running) group.endUnwatched();
    this.#terminal.dispose();
  }

  /** A stop also ends processes that are left in the background. */
  async #follow(
    group: ProcessGroup,
    { timeoutMs, signal }: ShellOptions,
  ): Promise<Awaited<ProcessGroup["ended"]> & { timed_out: boolean }> {
    let timed_out = false;
    const stop = (): void => {
      group.end();
    };
    const timer = setTimeout(() => {
      timed_out = true;
      this.#terminal.write(`\n${words.timedOut(Math.round(timeoutMs / 1000))}\n`);
      stop();
    }, timeoutMs);
    signal.addEventListener("abort", stop, { once: true });
    if (signal.aborted) stop();
    void group.gone.then(() => {
      this.#running.delete(group);
      signal.removeEventListener("abort", stop);
    });
    const ended = await group.ended;
    clearTimeout(timer);
    const { exit_code, left_running } = ended;
    if (exit_code !== null && exit_code !== 0) this.#terminal.write(`\n${words.exitCode(exit_code)}\n`);
    if (left_running) this.#terminal.write(`\n${words.leftRunning}\n`);
    return { ...ended, timed_out };
  }
}

/** The exit code that shells give a command that they could not start. */
const NOT_FOUND = 127;

/** Keeps the beginning and the end of the output, and drops the middle. */
class Bounded {
  readonly #half: number;
  #head = "";
  #tail = "";
  isCut = false;

  constructor(limit: number) {
    this.#half = Math.floor(limit / 2);
  }

  add(text: string): void {
    const room = this.#half - this.#head.length;
    this.#head += text.slice(0, Math.max(0, room));
    this.#tail += text.slice(Math.max(0, room));
    if (this.#tail.length <= this.#half * 2) return;
    this.#tail = this.#tail.slice(-this.#half);
    this.isCut = true;
  }

  get text(): string {
    return this.isCut
      ? `${this.#head}\n${words.outputOmitted}\n${this.#tail.slice(-this.#half)}`
      : this.#head + this.#tail;
  }
}
