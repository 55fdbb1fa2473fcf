// VS Code's lists and boxes, which give the focus back to the pane they were opened from.
import * as vscode from "vscode";
import { paneFocus } from "./pane-focus.ts";
import { reportFault } from "./report-fault.ts";

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

/** Shows a list or a box that was made with `create…`, and waits until it closes. */
export async function shownUntilHidden(input: vscode.QuickInput, isChosen: () => boolean): Promise<void> {
  await paneFocus.around(
    () =>
      new Promise<true | undefined>((resolve) => {
        input.onDidHide(() => resolve(isChosen() || undefined));
        input.show();
      }),
  );
}

export interface ButtonItem extends vscode.QuickPickItem {
  buttons?: readonly ItemButton[];
}

export interface ItemButton extends vscode.QuickInputButton {
  run: () => unknown;
  /** It opens something else, so the list closes first. */
  closes?: boolean;
}

/** A list whose entries have buttons. After a button has run, the list reads its entries again; an empty one closes. */
export async function pickWithButtons<Item extends ButtonItem>(
  items: () => readonly Item[],
  options: Pick<vscode.QuickPickOptions, "title" | "placeHolder" | "matchOnDescription">,
): Promise<Item | undefined> {
  const pick = vscode.window.createQuickPick<Item>();
  pick.title = options.title;
  pick.placeholder = options.placeHolder;
  pick.matchOnDescription = options.matchOnDescription ?? false;
  pick.keepScrollPosition = true;
  pick.items = items();
  let chosen: Item | undefined;
  let opens: ItemButton | undefined;
  pick.onDidTriggerItemButton(async ({ item, button }) => {
    const pressed = item.buttons?.find((one) => one === button);
    if (pressed?.closes === true) opens = pressed;
    else await carryOut(pressed?.run);
    const left = items();
    pick.items = left;
    if (opens !== undefined || left.length === 0) pick.hide();
  });
  pick.onDidAccept(() => {
    chosen = pick.activeItems[0];
    pick.hide();
  });
  await shownUntilHidden(pick, () => chosen !== undefined || opens !== undefined);
  pick.dispose();
  await carryOut(opens?.run);
  return chosen;
}

/** Shows an error of the action: a list runs it outside of any command that would show it. */
export async function carryOut(action: (() => unknown) | undefined): Promise<void> {
  try {
    await action?.();
  } catch (error) {
    reportFault(error);
  }
}
