// The wire journal as a file, for a bug report: what it holds, without any key.
import * as vscode from "vscode";
import { choosePlaceToSave } from "./ask.ts";
import type { Core } from "./core.ts";
import { saveText } from "./save-file.ts";

export async function exportJournal(core: Core): Promise<void> {
  const entries = core.providers.journal.entries();
  if (entries.length === 0)
    throw new Error("The journal is empty: nothing was sent over the network since the window opened, or it is off.");
  const chosen = await choosePlaceToSave({
    title: "Export the wire journal",
    filters: { JSON: ["json"] },
    saveLabel: "Export",
  });
  if (chosen === undefined) return;
  await saveText(chosen, JSON.stringify({ version: 1, entries }, null, 2));
  const open = "Open";
  const words = `${entries.length} requests are exported. They hold what you sent: look through them before you pass them on.`;
  if ((await vscode.window.showInformationMessage(words, open)) === open)
    await vscode.commands.executeCommand("vscode.open", chosen);
}
