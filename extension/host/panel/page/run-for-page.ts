// Runs the command that a button of a page names: one of Galley's, or one of VS Code's.
import * as vscode from "vscode";
import type { RunCommand } from "../../../protocol/to-host.ts";

/** By the names of the page. */
const OF_VSCODE: Readonly<Partial<Record<RunCommand, readonly [string, ...unknown[]]>>> = {
  manageTrust: ["workbench.trust.manage"],
  openFile: ["workbench.action.quickOpen"],
  openWalkthrough: ["workbench.action.openWalkthrough", "galley.galley#first-steps", false],
};

/** `provider`: of the model that answers in the page's conversation. */
export async function runForPage(command: RunCommand, provider: string): Promise<void> {
  const [id, ...args] = OF_VSCODE[command] ?? [`galley.${command}`, ...(command === "setApiKey" ? [provider] : [])];
  await vscode.commands.executeCommand(id, ...args);
}
