// Reads what VS Code offers only through the clipboard: runs a copy command, reads it, and restores the clipboard.
import * as vscode from "vscode";

/** One at a time: a second read would take the copy of the first for the user's text. */
let last: Promise<unknown> = Promise.resolve();

/** Empty if there was nothing to copy. A picture in the clipboard is lost only if there was something. */
export function readThroughClipboard(command: string): Promise<string> {
  const reading = last.then(() => copyAndRead(command));
  // The caller gets the failure; the next one only waits for the end.
  last = reading.catch(() => undefined);
  return reading;
}

async function copyAndRead(command: string): Promise<string> {
  const { clipboard } = vscode.env;
  const before = await clipboard.readText();
  // A picture reads as empty text, and could not be restored.
  if (before !== "") await clipboard.writeText("");
  try {
    await vscode.commands.executeCommand(command);
    return await clipboard.readText();
  } finally {
    if (before !== "") await clipboard.writeText(before);
  }
}
