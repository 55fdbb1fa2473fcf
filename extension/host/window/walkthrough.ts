// Shows Galley once after it was installed: its walkthrough, and its panel beside it. VS Code opens a walkthrough itself only for some ways to install.
import * as vscode from "vscode";
import { isFirstTime } from "./first-time.ts";

const OPENED = "galley.walkthroughOpened";

/**
 * `showPanel` leaves the focus where it is. Without it VS Code may show Galley's icon above an empty side bar: it opens the
 * bar with its own chat, which may be turned off, and does not look for another view.
 */
export function showGalleyOnce(
  { globalState, extensionMode }: vscode.ExtensionContext,
  showPanel: () => Promise<void>,
): void {
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
  if (!isFirst) return;
  void showPanel();
  void vscode.commands.executeCommand("workbench.action.openWalkthrough", WALKTHROUGH, false);
}

const WALKTHROUGH = "galley.galley#first-steps";
