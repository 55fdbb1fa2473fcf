// Edits of whole lines in a document of VS Code: one undo step, and never in a file that a setting makes read-only.
import * as vscode from "vscode";
import type { Lines } from "../../pipelines/refactor/document.ts";
import type { Edit } from "../../pipelines/refactor/finish/edits.ts";
import { leastChange } from "../../pipelines/refactor/finish/least-change.ts";
import { isReadOnlyBySetting } from "../files/read-only.ts";
import { isCell, nameOf } from "./document-facts.ts";
import * as words from "./words.ts";

/** Rejects with words for the user if VS Code does not take them. */
export async function applyLines(document: vscode.TextDocument, edits: readonly Edit[]): Promise<void> {
  if (edits.length === 0) return;
  const path = nameOf(document);
  if (isReadOnlyBySetting(document)) throw new Error(words.readOnly(path));
  const replaced = edits.map(({ range, text }) => least(document, { range: rangeOfLines(document, range), text }));
  const { version } = document;
  if (!(await replace(document, replaced)) || document.version === version) throw new Error(words.couldNotEdit(path));
}

interface Replaced {
  range: vscode.Range;
  text: string;
}

/** A cursor, a fold or a mark of another extension stays where the text stays. */
function least(document: vscode.TextDocument, { range, text }: Replaced): Replaced {
  const change = leastChange(document.getText(range), text);
  const at = document.offsetAt(range.start);
  const place = (offset: number): vscode.Position => document.positionAt(at + offset);
  return { range: new vscode.Range(place(change.from), place(change.to)), text: change.text };
}

/** In an editor that shows the document, the change is seen at once; VS Code's way for any document takes longer. */
function replace(document: vscode.TextDocument, all: readonly Replaced[]): Thenable<boolean> {
  const editor = vscode.window.visibleTextEditors.find((one) => one.document === document);
  // An editor of a cell goes when its cell is scrolled out of view.
  if (editor !== undefined && !isCell(document))
    return editor.edit((edit) => {
      for (const { range, text } of all) edit.replace(range, text);
    });
  const edit = new vscode.WorkspaceEdit();
  for (const { range, text } of all) edit.replace(document.uri, range, text);
  return vscode.workspace.applyEdit(edit);
}

/** With their line ends. An empty range stands before its line. */
export function rangeOfLines(document: vscode.TextDocument, { start, end }: Lines): vscode.Range {
  const placeOf = (line: number): vscode.Position =>
    line < document.lineCount ? new vscode.Position(line, 0) : document.lineAt(document.lineCount - 1).range.end;
  return new vscode.Range(placeOf(start - 1), placeOf(Math.max(end, start - 1)));
}

/** VS Code tells of the user's keys a little after they are typed. */
const LATE_MS = 1_000;

/** Whether the document has another version than this one, or gets one soon. */
export async function changesFrom(document: vscode.TextDocument, version: number): Promise<boolean> {
  if (document.version !== version) return true;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const listening = vscode.workspace.onDidChangeTextDocument((event) => {
    if (event.document === document && document.version !== version) resolve(true);
  });
  const timer = setTimeout(() => resolve(false), LATE_MS);
  const isChanged = await promise;
  clearTimeout(timer);
  listening.dispose();
  return isChanged;
}
