// Exports the request journal to a file for a bug report. The journal contains no keys.
import * as vscode from "vscode";
import type { Journal } from "../../send/line/journal.ts";
import { choosePlaceToSave } from "../window/ask.ts";
import { saveText } from "../files/save-file.ts";
import * as words from "./words.ts";

export async function exportJournal(journal: Pick<Journal, "entries">): Promise<void> {
  const entries = journal.entries();
  if (entries.length === 0) throw new Error(words.journalEmpty);
  const chosen = await choosePlaceToSave({
    title: words.exportJournal,
    filters: { [words.json]: ["json"] },
    saveLabel: words.exportButton,
  });
  if (chosen === undefined) return;
  await saveText(chosen, JSON.stringify({ version: 1, entries }, null, 2));
  const answer = await vscode.window.showInformationMessage(words.exportedJournal(entries.length), words.open);
  if (answer === words.open) await vscode.commands.executeCommand("vscode.open", chosen);
}
