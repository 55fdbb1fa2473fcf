// What a feature does for each of its commands: the id of package.json, and what runs with whatever it was called with.
import * as vscode from "vscode";
import { paneFocus } from "./pane-focus.ts";

export type CommandHandlers = Readonly<Record<string, (...args: unknown[]) => unknown>>;

/** Runs a command of package.json, with whatever it was called with. */
export function runCommand(handlers: CommandHandlers, command: string, args: readonly unknown[]): unknown {
  // A command on a tree item leaves the focus in the tree.
  if (args[0] instanceof vscode.TreeItem) paneFocus.elsewhere();
  return handlers[command]?.(...args);
}
