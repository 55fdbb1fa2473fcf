// Follows the last command of each terminal and its output, if shell integration is on.
import * as vscode from "vscode";
import { nothing } from "../../acquire/context.ts";
import { terminalContext, type TerminalCommand, terminalSelection } from "../../acquire/terminal.ts";
import type { Resolved } from "../../message/resolved.ts";
import { readThroughClipboard } from "../window/through-clipboard.ts";
import * as words from "./words.ts";

/** The most of an output that is kept while the command runs. */
const KEPT_CHARACTERS = 256 * 1024;

export class Terminals implements vscode.Disposable {
  readonly #last = new WeakMap<vscode.Terminal, TerminalCommand>();
  readonly #listening: vscode.Disposable[];
  /** Commands whose output was read through the clipboard. */
  readonly #copied = new WeakSet<TerminalCommand>();
  #latest: vscode.Terminal | undefined;

  constructor(ran: (command: string) => void) {
    this.#listening = [
      vscode.window.onDidStartTerminalShellExecution(({ terminal, execution }) => {
        // If the terminal goes while it is read, its output so far is kept.
        void this.#follow(terminal, execution).catch(() => undefined);
      }),
      vscode.window.onDidEndTerminalShellExecution(({ terminal, execution, exitCode }) => {
        const last = this.#last.get(terminal);
        if (last?.command === execution.commandLine.value) this.#last.set(terminal, { ...last, exitCode });
        ran(execution.commandLine.value);
      }),
    ];
  }

  /** Of the active terminal, or else of the one that ran a command last. */
  async read(now: number): Promise<Resolved> {
    const active = vscode.window.activeTerminal;
    if (active !== undefined) await this.#readCopied(active);
    const last = [active, this.#latest].flatMap((terminal) => (terminal && this.#last.get(terminal)) ?? [])[0];
    if (last !== undefined) return terminalContext(last, now);
    return nothing(active === undefined ? words.noTerminal : words.noCommandRun);
  }

  dispose(): void {
    for (const listening of this.#listening) listening.dispose();
  }

  /** VS Code gives extensions no output of a command that ends at once, but can copy it: Galley does so once per command. */
  async #readCopied(terminal: vscode.Terminal): Promise<void> {
    const last = this.#last.get(terminal);
    if (last === undefined || last.output !== "" || last.exitCode === undefined || this.#copied.has(last)) return;
    // A clipboard without text may hold a picture, which Galley could not put back: it leaves the clipboard alone.
    if ((await vscode.env.clipboard.readText()) === "") return;
    const output = await readThroughClipboard("workbench.action.terminal.copyLastCommandOutput");
    const told = { ...last, output };
    this.#copied.add(told);
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
  if (terminal === undefined) return nothing(words.noTerminal);
  const selected = await readThroughClipboard("workbench.action.terminal.copySelection");
  if (selected.trim() === "") return nothing(words.noTerminalSelection);
  return terminalSelection(terminal.name, selected, now);
}
