// What the buttons of a code block do in the editor: insert, open as a file, propose as a change.
import * as vscode from "vscode";
import { pathsOfFence } from "../protocol/fence.ts";
import type { ToHost } from "../protocol/to-host.ts";
import { lastTextEditor } from "./last-editor.ts";
import { kindAt, uriOf } from "./workspace.ts";

type CodeMessage = Extract<ToHost, { type: "code" }>;

export async function actOnCode({ action, info, text }: Omit<CodeMessage, "type">): Promise<void> {
  switch (action) {
    case "insert":
      return insert(text);
    case "open":
      return openAsFile(info, text);
    case "apply":
      return apply(info, text);
    default:
      action satisfies never;
  }
}

/** Over each selection of the active editor, or at its caret; one undo takes it back. */
async function insert(text: string): Promise<void> {
  const editor = activeEditor("Open a text editor and put the caret where the code should go.");
  const isDone = await editor.edit((edit) => {
    for (const selection of editor.selections) edit.replace(selection, text);
  });
  if (!isDone) throw new Error("The editor did not take the code. Is its document read-only?");
  await vscode.window.showTextDocument(editor.document, { viewColumn: editor.viewColumn ?? vscode.ViewColumn.Active });
}

async function openAsFile(info: string, content: string): Promise<void> {
  const language = await languageOf(info, content);
  const document = await vscode.workspace.openTextDocument({ content, ...(language !== undefined && { language }) });
  await vscode.window.showTextDocument(document);
}

/** VS Code shows the change in its refactor preview; nothing is written before it is confirmed there. */
async function apply(info: string, text: string): Promise<void> {
  const { uri, range } = await placeToChange(info, text);
  const edit = new vscode.WorkspaceEdit();
  const label = `Apply code to ${vscode.workspace.asRelativePath(uri)}`;
  edit.replace(uri, range, text, { needsConfirmation: true, label });
  await vscode.workspace.applyEdit(edit, { isRefactoring: true });
}

/** The file the code names, else the active editor's selection, else the whole of what it shows. */
async function placeToChange(info: string, text: string): Promise<{ uri: vscode.Uri; range: vscode.Range }> {
  const named = await namedFile(info, text);
  if (named !== undefined) return { uri: named, range: whole(await vscode.workspace.openTextDocument(named)) };
  const { document, selection } = activeEditor("The code names no file of this workspace: open the file to change.");
  return { uri: document.uri, range: selection.isEmpty ? whole(document) : selection };
}

/** Only files inside the workspace's folders: an answer does not reach out of them. */
async function namedFile(info: string, text: string): Promise<vscode.Uri | undefined> {
  for (const path of pathsOfFence(info, text)) {
    const uri = uriOf(path);
    if (uri === undefined || vscode.workspace.getWorkspaceFolder(uri) === undefined) continue;
    if ((await kindAt(uri)) === "file") return uri;
  }
  return undefined;
}

function whole(document: vscode.TextDocument): vscode.Range {
  return document.validateRange(new vscode.Range(0, 0, document.lineCount, 0));
}

/** A click into the panel leaves the editor active; one into a tab leaves it the last. */
function activeEditor(otherwise: string): vscode.TextEditor {
  const editor = lastTextEditor();
  if (editor === undefined) throw new Error(otherwise);
  return editor;
}

const usual: Readonly<Partial<Record<string, string>>> = {
  bash: "shellscript",
  "c++": "cpp",
  cs: "csharp",
  golang: "go",
  html: "html",
  js: "javascript",
  jsx: "javascriptreact",
  kt: "kotlin",
  md: "markdown",
  ps1: "powershell",
  py: "python",
  rb: "ruby",
  rs: "rust",
  sh: "shellscript",
  shell: "shellscript",
  ts: "typescript",
  tsx: "typescriptreact",
  yml: "yaml",
  zsh: "shellscript",
};

/** What VS Code calls the language of a fence, if it knows it. */
async function languageOf(info: string, text: string): Promise<string | undefined> {
  const written = (/^[^\s{:,]+/.exec(info)?.[0] ?? "").toLowerCase();
  const ending = pathsOfFence(info, text)[0]?.split(".").at(-1) ?? "";
  const known = await vscode.languages.getLanguages();
  return [usual[written], written, usual[ending], ending].find((id) => id !== undefined && known.includes(id));
}
