// The entry of Galley in the status bar, before the features are loaded and while no conversation works: it opens the panel.
import * as vscode from "vscode";
import * as words from "./words.ts";

export function idleStatus(): vscode.StatusBarItem {
  const item = vscode.window.createStatusBarItem("galley.status", vscode.StatusBarAlignment.Right, 100);
  item.name = words.galley;
  showIdle(item);
  item.show();
  return item;
}

export function showIdle(item: vscode.StatusBarItem): void {
  item.text = `$(comment-discussion) ${words.galley}`;
  item.tooltip = words.idleTooltip;
  item.command = { command: "galley.open", title: words.idleTooltip };
  item.accessibilityInformation = { label: words.idleLabel };
}
