// VS Code's lists and boxes, which give the focus back to the pane they were opened from.
import * as vscode from "vscode";
import { paneFocus } from "./pane-focus.ts";

export function pickOne<Item extends vscode.QuickPickItem>(
  items: readonly Item[] | Thenable<readonly Item[]>,
  options: vscode.QuickPickOptions & { canPickMany?: false },
): Promise<Item | undefined> {
  return paneFocus.around(() => vscode.window.showQuickPick(items, options));
}

export function pickMany<Item extends vscode.QuickPickItem>(
  items: readonly Item[],
  options: vscode.QuickPickOptions,
): Promise<Item[] | undefined> {
  return paneFocus.around(() => vscode.window.showQuickPick(items, { ...options, canPickMany: true }));
}

export function askText(options: vscode.InputBoxOptions): Promise<string | undefined> {
  return paneFocus.around(() => vscode.window.showInputBox(options));
}

export function chooseFiles(options: vscode.OpenDialogOptions): Promise<vscode.Uri[] | undefined> {
  return paneFocus.around(() => vscode.window.showOpenDialog(options));
}

export function choosePlaceToSave(options: vscode.SaveDialogOptions): Promise<vscode.Uri | undefined> {
  return paneFocus.around(() => vscode.window.showSaveDialog(options));
}

/** A list or a box that was made with `create…`: shown, and waited for until it is closed. */
export async function shownUntilHidden(input: vscode.QuickInput, isChosen: () => boolean): Promise<void> {
  await paneFocus.around(
    () =>
      new Promise<true | undefined>((resolve) => {
        input.onDidHide(() => resolve(isChosen() || undefined));
        input.show();
      }),
  );
}
