// Commands of an answer put into a terminal, where the user runs them: nothing is run from here.
import * as vscode from "vscode";
import { commandsOf } from "../../apply/shell-lines.ts";
import { pickOne } from "../window/ask.ts";
import { plainLabel } from "../window/plain-label.ts";

/** Where a command runs, as far as the shell tells: what is typed there goes to that program. */
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
  if (!vscode.workspace.isTrusted)
    throw new Error("Galley inserts commands only in a trusted workspace. Trust this workspace to insert them.");
  const commands = commandsOf(text);
  if (!commands.ok) throw new Error(commands.failure);
  const [first, ...others] = commands.value;
  const chosen = others.length === 0 ? first : await chooseOne(commands.value);
  if (chosen === undefined) return;
  const terminal = freeTerminal() ?? (await newTerminal());
  terminal.show();
  terminal.sendText(chosen, false);
}

/** How long a shell may take to say that it is there; one that says nothing gets the text all the same. */
const SHELL_MS = 3_000;

/** What is typed before the first prompt would be taken by whatever the shell runs first. */
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

/** A line break runs what stands before it: so one line at a time, or all by way of the clipboard. */
async function chooseOne(lines: readonly string[]): Promise<string | undefined> {
  const copy = { label: `$(copy) Copy All ${lines.length} Commands`, command: undefined };
  const items = lines.map((command) => ({ label: plainLabel(command), command }));
  const separator = { label: "", kind: vscode.QuickPickItemKind.Separator, command: undefined };
  const picked = await pickOne([...items, separator, copy], {
    title: "Insert into Terminal",
    placeHolder: "Select a command. It runs only when you press Enter in the terminal",
  });
  if (picked === undefined || picked.command !== undefined) return picked?.command;
  await vscode.env.clipboard.writeText(lines.join("\n"));
  void vscode.window.showInformationMessage(
    `Copied ${lines.length} commands. Pasting them into a terminal may run them.`,
  );
  return undefined;
}

/** The active one, unless it is a program's own or a command runs in it. */
function freeTerminal(): vscode.Terminal | undefined {
  const { activeTerminal } = vscode.window;
  if (activeTerminal === undefined || activeTerminal.exitStatus !== undefined) return undefined;
  return "pty" in activeTerminal.creationOptions || running.has(activeTerminal) ? undefined : activeTerminal;
}
