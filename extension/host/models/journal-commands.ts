// Exports the request journal to a file for a bug report. The journal contains no keys.
import * as vscode from "vscode";
import type { Journal } from "../../send/line/journal.ts";
import { choosePlaceToSave } from "../window/ask.ts";
import { saveText } from "../files/save-file.ts";

export async function exportJournal(journal: Pick<Journal, "entries">): Promise<void> {
  const entries = journal.entries();
  if (entries.length === 0)
    throw new Error("The request journal is empty. Send a message first, or enable galley.wire.journal.");
  const chosen = await choosePlaceToSave({
    title: "Export Request Journal",
    filters: { JSON: ["json"] },
    saveLabel: "Export",
  });
  if (chosen === undefined) return;
  await saveText(chosen, JSON.stringify({ version: 1, entries }, null, 2));
  const open = "Open";
  const words = `Exported ${entries.length} requests. They contain your messages and files; review them before you share them.`;
  if ((await vscode.window.showInformationMessage(words, open)) === open)
    await vscode.commands.executeCommand("vscode.open", chosen);
}
