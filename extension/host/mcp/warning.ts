// A warning about MCP servers, with a button that opens their configuration.
import * as vscode from "vscode";
import * as words from "./words.ts";

/** Returns the button that was pressed, but not “Configure”, which this function handles. */
export async function warnWithConfigure(message: string, ...buttons: readonly string[]): Promise<string | undefined> {
  const answer = await vscode.window.showWarningMessage(message, ...buttons, words.configure);
  if (answer !== words.configure) return answer;
  await vscode.commands.executeCommand("galley.mcp.configure");
  return undefined;
}
