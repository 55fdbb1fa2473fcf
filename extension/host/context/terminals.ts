// The last command of each terminal with what it printed, where the shell tells.
import * as vscode from "vscode";
import { nothing } from "../../acquire/context.ts";
import { terminalContext, type TerminalCommand, terminalSelection } from "../../acquire/terminal.ts";
import type { Resolved } from "../../message/resolved.ts";
import { readThroughClipboard } from "../window/through-clipboard.ts";

/** What is kept of an output while it comes. */
const KEPT_CHARACTERS = 256 * 1024;

export class Terminals implements vscode.Disposable {
  readonly #last = new WeakMap<vscode.Terminal, TerminalCommand>();
  readonly #listening: vscode.Disposable[];
  /** Those whose output was asked for a second time. */
  readonly #asked = new WeakSet<TerminalCommand>();
  #latest: vscode.Terminal | undefined;

  constructor(ran: (command: string) => void) {
    this.#listening = [
      vscode.window.onDidStartTerminalShellExecution(({ terminal, execution }) => {
        void this.#follow(terminal, execution);
      }),
      vscode.window.onDidEndTerminalShellExecution(({ terminal, execution, exitCode }) => {
        const last = this.#last.get(terminal);
        if (last?.command === execution.commandLine.value) this.#last.set(terminal, { ...last, exitCode });
        ran(execution.commandLine.value);
      }),
    ];
  }

  /** Of the active terminal, else of the one that ran something last. */
  async read(now: number): Promise<Resolved> {
    const active = vscode.window.activeTerminal;
    if (active !== undefined) await this.#askAgain(active);
    const last = [active, this.#latest].flatMap((terminal) => (terminal && this.#last.get(terminal)) ?? [])[0];
    if (last !== undefined) return terminalContext(last, now);
    return nothing(
      active === undefined
        ? "no terminal is open"
        : "no command has run in the terminal (shell integration may be off)",
    );
  }

  dispose(): void {
    for (const listening of this.#listening) listening.dispose();
  }

  /** Of a command that ends at once VS Code tells extensions nothing, but the clipboard: each is asked about once. */
  async #askAgain(terminal: vscode.Terminal): Promise<void> {
    const last = this.#last.get(terminal);
    if (last === undefined || last.output !== "" || last.exitCode === undefined || this.#asked.has(last)) return;
    // What is not text, a picture, could not be given back: then nothing is asked.
    if ((await vscode.env.clipboard.readText()) === "") return;
    const output = await readThroughClipboard("workbench.action.terminal.copyLastCommandOutput");
    const told = { ...last, output };
    this.#asked.add(told);
    if (this.#last.get(terminal) === last) this.#last.set(terminal, told);
  }

  async #follow(terminal: vscode.Terminal, execution: vscode.TerminalShellExecution): Promise<void> {
    this.#latest = terminal;
    const begun = { terminal: terminal.name, command: execution.commandLine.value, exitCode: undefined };
    let output = "";
    let cut = false;
    this.#last.set(terminal, { ...begun, output, cut });
    for await (const data of execution.read()) {
      cut ||= output.length + data.length > KEPT_CHARACTERS;
      if (!cut) output += data;
      const last = this.#last.get(terminal);
      if (last?.command === begun.command) this.#last.set(terminal, { ...last, output, cut });
    }
  }
}

export async function readTerminalSelection(now: number): Promise<Resolved> {
  const terminal = vscode.window.activeTerminal;
  if (terminal === undefined) return nothing("no terminal is open");
  const selected = await readThroughClipboard("workbench.action.terminal.copySelection");
  if (selected.trim() === "") return nothing("nothing is selected in the terminal");
  return terminalSelection(terminal.name, selected, now);
}
