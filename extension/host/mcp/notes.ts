// What is said about MCP servers in notifications, with the buttons that do something about it.
import * as vscode from "vscode";

const CONFIGURE = "Configure";

/** The button that was pressed; “Configure” opens the configuration. */
export async function noteWithConfigure(words: string, ...buttons: readonly string[]): Promise<string | undefined> {
  const answer = await vscode.window.showWarningMessage(words, ...buttons, CONFIGURE);
  if (answer !== CONFIGURE) return answer;
  await vscode.commands.executeCommand("galley.mcp.configure");
  return undefined;
}
