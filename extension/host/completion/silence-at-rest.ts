// Why nothing would come in the active editor, as far as it is known before a key.
import * as vscode from "vscode";
import { isLanguageOn } from "../../pipelines/completion/session/languages.ts";
import { type Silence, silenceOf } from "../../pipelines/completion/session/silence.ts";
import { isEnabled, languageSwitches } from "./completion-settings.ts";
import { lengthOf } from "./places.ts";

/** `provider`: that of the chosen model. */
export function silenceAtRest(provider: string | undefined, isSnoozed: boolean): Silence | undefined {
  const { document } = vscode.window.activeTextEditor ?? {};
  const silence = silenceOf({
    ...{ isOn: isEnabled(), isTrusted: vscode.workspace.isTrusted, isSnoozed, provider },
    isLanguageOn: document === undefined || isLanguageOn(languageSwitches(), document.languageId),
    length: document === undefined ? lengthOfTab() : lengthOf(document),
    ...{ cursors: 1, hasSelection: false, isRefactored: false, isManual: false },
  });
  return silence ?? (isEditorOff() ? "editor-off" : undefined);
}

/** VS Code asks no extension for text at the cursor. */
export function isEditorOff(): boolean {
  const editor = vscode.workspace.getConfiguration("editor", vscode.window.activeTextEditor?.document);
  return editor.get("inlineSuggest.enabled") === false;
}

/** VS Code keeps files above 50 MB from extensions: the tab is all that shows them. */
function lengthOfTab(): number {
  const { activeTab } = vscode.window.tabGroups.activeTabGroup;
  return activeTab?.input instanceof vscode.TabInputText ? Infinity : 0;
}
