// What VS Code gives to nobody but the clipboard: a command copies it, it is read, and the clipboard gets back what it had.
import * as vscode from "vscode";

/** Empty when there was nothing to copy. */
export async function readThroughClipboard(command: string): Promise<string> {
  const before = await vscode.env.clipboard.readText();
  await vscode.env.clipboard.writeText("");
  try {
    await vscode.commands.executeCommand(command);
    return await vscode.env.clipboard.readText();
  } finally {
    await vscode.env.clipboard.writeText(before);
  }
}
