// The last command of each terminal with what it printed, where the shell tells.
import * as vscode from "vscode";
import { nothing } from "../acquire/context.ts";
import { terminalContext, type TerminalCommand, terminalSelection } from "../acquire/terminal.ts";
import type { Resolved } from "../message/resolved.ts";

/** What is kept of an output while it comes. */
const KEPT_CHARACTERS = 256 * 1024;

export class Terminals implements vscode.Disposable {
  readonly #last = new WeakMap<vscode.Terminal, TerminalCommand>();
  readonly #listening: vscode.Disposable[];
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
  read(now: number): Resolved {
    const active = vscode.window.activeTerminal;
    const last = [active, this.#latest].flatMap((terminal) => (terminal && this.#last.get(terminal)) ?? [])[0];
    if (last !== undefined) return terminalContext(last, now);
    return nothing(active === undefined ? "no terminal is open" : "the terminal has not told of a command yet");
  }

  dispose(): void {
    for (const listening of this.#listening) listening.dispose();
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

/** There is no other way to a terminal's selection than the clipboard, which gets back what it had. */
export async function readTerminalSelection(now: number): Promise<Resolved> {
  const terminal = vscode.window.activeTerminal;
  if (terminal === undefined) return nothing("no terminal is open");
  const before = await vscode.env.clipboard.readText();
  await vscode.env.clipboard.writeText("");
  try {
    await vscode.commands.executeCommand("workbench.action.terminal.copySelection");
    const selected = await vscode.env.clipboard.readText();
    if (selected.trim() === "") return nothing("nothing is selected in the terminal");
    return terminalSelection(terminal.name, selected, now);
  } finally {
    await vscode.env.clipboard.writeText(before);
  }
}
