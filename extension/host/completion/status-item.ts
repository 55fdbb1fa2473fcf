// The entry of completion in the status bar. It opens the list of what can be done.
import * as vscode from "vscode";
import { type Answerer, changedLook, type Status } from "../../pipelines/completion/session/status.ts";
import * as words from "./words.ts";

export class StatusItem implements vscode.Disposable {
  readonly #item = vscode.window.createStatusBarItem("galley.completion", vscode.StatusBarAlignment.Right, 99);
  readonly #changed = changedLook();

  /** How often something was shown, and what it says now. */
  shows = 0;
  says = "";

  constructor(command: string) {
    this.#item.name = words.statusName;
    this.#item.command = { command, title: words.menuTitle };
  }

  show(status: Status, by: Answerer): void {
    this.shows += 1;
    const look = this.#changed(status, by);
    // The window would draw the same again.
    if (look === undefined) return;
    const { icon, text, tooltip, isWarning } = look;
    this.says = text;
    this.#item.text = `$(${icon}) ${text}`;
    this.#item.tooltip = tooltip;
    this.#item.accessibilityInformation = { label: tooltip };
    this.#item.backgroundColor = isWarning ? new vscode.ThemeColor("statusBarItem.warningBackground") : undefined;
    this.#item.show();
  }

  dispose(): void {
    this.#item.dispose();
  }
}
