// A feature's handlers for its commands, by their ids in package.json.
import * as vscode from "vscode";
import { paneFocus } from "./pane-focus.ts";

export type CommandHandlers = Readonly<Record<string, (...args: unknown[]) => unknown>>;

export function runCommand(handlers: CommandHandlers, command: string, args: readonly unknown[]): unknown {
  // A command on a tree item leaves the focus in the tree.
  if (args[0] instanceof vscode.TreeItem) paneFocus.elsewhere();
  return handlers[command]?.(...args);
}
