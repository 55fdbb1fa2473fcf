// The text editor the user works in: the active one, or the last one while a tab without text has the focus.
import * as vscode from "vscode";

let last: vscode.TextEditor | undefined;

/** Remembers the active editor from now on. */
export function followEditors(): vscode.Disposable {
  const { activeTextEditor, visibleTextEditors } = vscode.window;
  // A window may start with a tab of Galley in front. Editors without a column belong to panels.
  last = activeTextEditor ?? visibleTextEditors.find(({ viewColumn }) => viewColumn !== undefined);
  return vscode.window.onDidChangeActiveTextEditor((editor) => {
    last = editor ?? last;
  });
}

/** Only a visible editor; none while a notebook is active and no cell is edited. */
export function lastTextEditor(): vscode.TextEditor | undefined {
  const { activeTextEditor, activeNotebookEditor, visibleTextEditors } = vscode.window;
  if (activeTextEditor !== undefined || activeNotebookEditor !== undefined) return activeTextEditor;
  return visibleTextEditors.find((editor) => editor === last);
}
