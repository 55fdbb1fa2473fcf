// Tells the user where conversations are kept when that matters: in a container, in a folder that cannot be used, or after a change.
import * as vscode from "vscode";
import { listConversations } from "../../persist/conversations.ts";
import { isRebuilt } from "../../text/remote-window.ts";
import { storageFolderSetting } from "../settings/settings.ts";
import type { StorageNeeds } from "./needs.ts";
import * as words from "./words.ts";

const SETTING = "galley.storage.folder";
const TOLD = "galley.storage.containerTold";

export class StorageNotices implements vscode.Disposable {
  readonly #needs: StorageNeeds;
  readonly #listening: vscode.Disposable;

  constructor(needs: StorageNeeds) {
    this.#needs = needs;
    const { refused, folder } = needs.storage;
    if (refused !== undefined) {
      needs.log.warn(`${SETTING} is not used: ${refused.why}`);
      void tellRefused(words.folderRefused(refused.folder, refused.why, folder));
    }
    this.#listening = vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(SETTING) && this.#isOther()) void tellChanged(folder);
    });
    this.tellContainer();
  }

  /** Once, when there is something to lose. */
  tellContainer(): void {
    const { context, storage, store } = this.#needs;
    const { remoteName } = vscode.env;
    if (storage.lasting !== undefined || !isRebuilt(remoteName) || context.globalState.get(TOLD) === true) return;
    if (listConversations(store).length === 0) return;
    void context.globalState.update(TOLD, true);
    void offerLasting(words.inContainer);
  }

  dispose(): void {
    this.#listening.dispose();
  }

  #isOther(): boolean {
    const { lasting, refused } = this.#needs.storage;
    return storageFolderSetting() !== (refused?.folder ?? lasting ?? "");
  }
}

async function offerLasting(text: string): Promise<void> {
  const answer = await vscode.window.showWarningMessage(text, words.exportNow, words.setFolder);
  if (answer === words.exportNow) await vscode.commands.executeCommand("galley.export");
  if (answer === words.setFolder) await openSetting();
}

async function tellRefused(text: string): Promise<void> {
  if ((await vscode.window.showWarningMessage(text, words.setFolder)) === words.setFolder) await openSetting();
}

async function tellChanged(before: string): Promise<void> {
  const answer = await vscode.window.showInformationMessage(words.folderChanged(before), words.reloadWindow);
  if (answer === words.reloadWindow) await vscode.commands.executeCommand("workbench.action.reloadWindow");
}

async function openSetting(): Promise<void> {
  await vscode.commands.executeCommand("workbench.action.openSettings", SETTING);
}
