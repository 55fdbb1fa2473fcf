// Opens the walkthrough once after Galley was installed. VS Code does so itself only for some ways to install.
import * as vscode from "vscode";
import { isFirstTime } from "./first-time.ts";

const OPENED = "galley.walkthroughOpened";

export function openWalkthroughOnce({ globalState, extensionMode }: vscode.ExtensionContext): void {
  const model = vscode.workspace.getConfiguration("galley").inspect("model");
  const isFirst = isFirstTime({
    isInstalled: extensionMode === vscode.ExtensionMode.Production,
    wasOpened: globalState.get(OPENED) === true,
    isUsed: globalState.keys().length > 0 || model?.globalValue !== undefined,
    opensOnInstall: vscode.workspace
      .getConfiguration("workbench.welcomePage.walkthroughs")
      .get<boolean>("openOnInstall", true),
  });
  globalState.setKeysForSync([OPENED]);
  // Noted also for those who use Galley already, so that it never opens later.
  if (globalState.get(OPENED) !== true) void globalState.update(OPENED, true);
  if (isFirst) void vscode.commands.executeCommand("workbench.action.openWalkthrough", WALKTHROUGH, false);
}

const WALKTHROUGH = "galley.galley#first-steps";
