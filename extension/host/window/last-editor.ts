// The text editor one works in: the active one, or while a tab that holds no text has the focus, the last that was.
import * as vscode from "vscode";

let last: vscode.TextEditor | undefined;

/** Remembers from now on which one was active. */
export function followEditors(): vscode.Disposable {
  const { activeTextEditor, visibleTextEditors } = vscode.window;
  // A window may begin in a tab of ours; what is in no column is a panel's.
  last = activeTextEditor ?? visibleTextEditors.find(({ viewColumn }) => viewColumn !== undefined);
  return vscode.window.onDidChangeActiveTextEditor((editor) => {
    last = editor ?? last;
  });
}

/** Only one that can still be seen; a notebook whose cells are selected is not passed over. */
export function lastTextEditor(): vscode.TextEditor | undefined {
  const { activeTextEditor, activeNotebookEditor, visibleTextEditors } = vscode.window;
  if (activeTextEditor !== undefined || activeNotebookEditor !== undefined) return activeTextEditor;
  return visibleTextEditors.find((editor) => editor === last);
}
