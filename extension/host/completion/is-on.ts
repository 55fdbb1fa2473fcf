// Whether completion is on. Activation reads it, so it loads nothing else.
import * as vscode from "vscode";

function isCompletionOn(): boolean {
  // Not with the reader of settings: activation loads as little as it can. A workspace can only turn it off.
  const values = vscode.workspace.getConfiguration("galley").inspect("completion.enabled");
  return values?.globalValue === true && values.workspaceValue !== false && values.workspaceFolderValue !== false;
}

/** Calls if completion is on, and whenever it is turned on. */
export function whenCompletionIsOn(call: () => void): vscode.Disposable {
  if (isCompletionOn()) call();
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration("galley.completion.enabled") && isCompletionOn()) call();
  });
}
