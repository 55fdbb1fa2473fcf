// Opens the database of the conversations, one per workspace, and tells the user once if something is wrong with it.
import { join } from "node:path";
import * as vscode from "vscode";
import { openSafely } from "../../persist/database/open.ts";
import type { Store } from "../../persist/database/store.ts";
import { signalWrites } from "../../persist/database/watch-store.ts";
import * as words from "./words.ts";

export function openConversations(folder: string, log: vscode.LogOutputChannel): Store {
  const { store, notice, note } = openSafely(join(folder, "galley.db"), Date.now());
  if (note !== undefined) log.info(note);
  if (notice !== undefined) {
    log.warn(notice);
    void offerFolder(notice, folder);
  }
  return signalWrites(store, process.platform);
}

async function offerFolder(notice: string, folder: string): Promise<void> {
  const answer = await vscode.window.showWarningMessage(notice, words.reloadWindow, words.showFolder);
  if (answer === words.reloadWindow) await vscode.commands.executeCommand("workbench.action.reloadWindow");
  if (answer === words.showFolder) await vscode.commands.executeCommand("revealFileInOS", vscode.Uri.file(folder));
}
