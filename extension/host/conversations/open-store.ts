// The database of a window's conversations, one per workspace. What the user should know of its state is said once.
import { join } from "node:path";
import * as vscode from "vscode";
import { openSafely } from "../../persist/database/open.ts";
import type { Store } from "../../persist/database/store.ts";
import { storageFolder } from "../files/storage.ts";

type Context = Pick<vscode.ExtensionContext, "storageUri" | "globalStorageUri">;

export function openConversations(context: Context, log: vscode.LogOutputChannel): Store {
  const { store, notice } = openSafely(join(storageFolder(context), "galley.db"), Date.now());
  if (notice !== undefined) {
    log.warn(notice);
    void offerFolder(notice, storageFolder(context));
  }
  return store;
}

async function offerFolder(notice: string, folder: string): Promise<void> {
  const [reload, show] = ["Reload Window", "Show Folder"];
  const answer = await vscode.window.showWarningMessage(notice, reload, show);
  if (answer === reload) await vscode.commands.executeCommand("workbench.action.reloadWindow");
  if (answer === show) await vscode.commands.executeCommand("revealFileInOS", vscode.Uri.file(folder));
}
