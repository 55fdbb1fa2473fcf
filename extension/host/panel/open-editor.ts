// Tells the pages which file is open in the editor, so that an empty conversation can offer to try things on it.
import * as vscode from "vscode";
import type { OpenEditor } from "../../protocol/open-editor.ts";
import { pathOf } from "../files/workspace.ts";
import { lastTextEditor } from "../window/last-editor.ts";

/** `null` if no editor shows a file. */
export function openEditor(): OpenEditor | null {
  const editor = lastTextEditor();
  if (editor === undefined) return null;
  const { uri } = editor.document;
  if (uri.scheme !== "file" && vscode.workspace.getWorkspaceFolder(uri) === undefined) return null;
  const name = uri.path.slice(uri.path.lastIndexOf("/") + 1);
  return { path: pathOf(uri), name, selected: editor.selections.some(({ isEmpty }) => !isEmpty) };
}

/** Calls `tell` when another file is shown, or something is selected or no longer. */
export function followOpenEditor(tell: (editor: OpenEditor | null) => void): vscode.Disposable {
  let told = "";
  const look = (): void => {
    const editor = openEditor();
    const now = JSON.stringify(editor);
    if (now === told) return;
    told = now;
    tell(editor);
  };
  return vscode.Disposable.from(
    vscode.window.onDidChangeActiveTextEditor(look),
    vscode.window.onDidChangeVisibleTextEditors(look),
    vscode.window.onDidChangeTextEditorSelection(look),
  );
}
