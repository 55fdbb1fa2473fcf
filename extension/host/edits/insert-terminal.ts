// Puts commands of an answer into a terminal. Galley does not run them: the user does.
import * as vscode from "vscode";
import { commandsOf } from "../../apply/shell-lines.ts";
import { pickOne } from "../window/ask.ts";
import { plainLabel } from "../window/plain-label.ts";
import * as words from "./words.ts";

/** Terminals in which a command runs, as far as shell integration tells: that program would get the text. */
const running = new Set<vscode.Terminal>();

export function followShells(): vscode.Disposable {
  const end = (terminal: vscode.Terminal): void => {
    running.delete(terminal);
  };
  return vscode.Disposable.from(
    vscode.window.onDidStartTerminalShellExecution(({ terminal }) => running.add(terminal)),
    vscode.window.onDidEndTerminalShellExecution(({ terminal }) => {
      end(terminal);
    }),
    vscode.window.onDidCloseTerminal(end),
  );
}

export async function insertIntoTerminal(text: string): Promise<void> {
  if (!vscode.workspace.isTrusted) throw new Error(words.insertTrusted);
  const commands = commandsOf(text);
  if (!commands.ok) throw new Error(commands.failure);
  const [first, ...others] = commands.value;
  const chosen = others.length === 0 ? first : await chooseOne(commands.value);
  if (chosen === undefined) return;
  const terminal = freeTerminal() ?? (await newTerminal());
  terminal.show();
  terminal.sendText(chosen, false);
}

/** How long to wait for shell integration; after that the terminal gets the text anyway. */
const SHELL_MS = 3_000;

/** Waits for the shell: a program that it runs at its start would get text that is sent before the first prompt. */
async function newTerminal(): Promise<vscode.Terminal> {
  const terminal = vscode.window.createTerminal();
  terminal.show();
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, SHELL_MS);
  const told = vscode.window.onDidChangeTerminalShellIntegration((event) => {
    if (event.terminal === terminal) resolve();
  });
  await promise;
  clearTimeout(timer);
  told.dispose();
  return terminal;
}

/** A line break would run the line before it: so the user selects one line, or copies all to the clipboard. */
async function chooseOne(lines: readonly string[]): Promise<string | undefined> {
  const copy = { label: `$(copy) ${words.copyAll(lines.length)}`, command: undefined };
  const items = lines.map((command) => ({ label: plainLabel(command), command }));
  const separator = { label: "", kind: vscode.QuickPickItemKind.Separator, command: undefined };
  const picked = await pickOne([...items, separator, copy], {
    title: words.terminalTitle,
    placeHolder: words.selectCommand,
  });
  if (picked === undefined || picked.command !== undefined) return picked?.command;
  await vscode.env.clipboard.writeText(lines.join("\n"));
  void vscode.window.showInformationMessage(words.copiedAll(lines.length));
  return undefined;
}

/** The active terminal, unless an extension drives it or a command runs in it. */
function freeTerminal(): vscode.Terminal | undefined {
  const { activeTerminal } = vscode.window;
  if (activeTerminal === undefined || activeTerminal.exitStatus !== undefined) return undefined;
  return "pty" in activeTerminal.creationOptions || running.has(activeTerminal) ? undefined : activeTerminal;
}
