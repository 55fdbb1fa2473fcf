// What is selected in the active editor: a text file, a notebook's cell, either side of a comparison, anything that shows text.
import * as vscode from "vscode";
import * as z from "zod/mini";
import { type SelectedLines, type SelectedText, selectionContext } from "../../acquire/selection.ts";
import type { LineRange } from "../../message/range.ts";
import type { Resolved } from "../../message/resolved.ts";
import { linesOf } from "../window/editor.ts";
import { lastTextEditor } from "../window/last-editor.ts";
import { pathOf } from "../files/workspace.ts";

/** What is selected now; a notebook in which no text is selected tells its selected cells. */
export function readSelection(now: number): Resolved {
  const editor = lastTextEditor();
  const selected = editor === undefined ? [] : selectedIn(editor);
  return selectionContext(selected.length > 0 ? selected : selectedCells(), now);
}

/** With nothing selected, the whole document. */
export function readSelectionOrAll(editor: vscode.TextEditor, now: number): Resolved {
  const selected = selectedIn(editor);
  return selectionContext(selected.length > 0 ? selected : [wholeOf(editor.document)], now);
}

/** In document order. */
function selectedIn({ document, selections }: vscode.TextEditor): (SelectedLines | SelectedText)[] {
  const selected = selections.filter((selection) => !selection.isEmpty);
  return [...selected].sort((a, b) => a.start.compareTo(b.start)).map((one) => placeIn(document, linesOf(one)));
}

function selectedCells(): SelectedText[] {
  const editor = vscode.window.activeNotebookEditor;
  if (editor === undefined) return [];
  const cells = editor.selections.flatMap((range) => editor.notebook.getCells(range));
  return cells.map(({ document }) => ({ source: sourceOf(document), text: document.getText() }));
}

function wholeOf(document: vscode.TextDocument): SelectedLines | SelectedText {
  if (isFile(document.uri)) return { path: pathOf(document.uri) };
  return { source: sourceOf(document), text: document.getText() };
}

function placeIn(document: vscode.TextDocument, range: LineRange): SelectedLines | SelectedText {
  if (isFile(document.uri)) return { path: pathOf(document.uri), range };
  const lines = new vscode.Range(range.start - 1, 0, range.end - 1, document.lineAt(range.end - 1).text.length);
  return { source: sourceOf(document), range, text: document.getText(lines) };
}

/** It can be read again under its path when the message is sent. */
export function isFile(uri: vscode.Uri): boolean {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return ["file", "untitled"].includes(uri.scheme) || folders.some((folder) => folder.uri.scheme === uri.scheme);
}

const GitQuery = z.object({ path: z.string(), ref: z.string() });

/** A display name for a document, also if it is not a file. */
export function sourceOf(document: vscode.TextDocument): string {
  const { uri } = document;
  if (uri.scheme === "vscode-notebook-cell") {
    const notebook = vscode.workspace.notebookDocuments.find(({ uri: { path } }) => path === uri.path);
    const cell = notebook?.getCells().find((one) => one.document === document);
    if (notebook !== undefined) return `${pathOf(notebook.uri)}, cell ${(cell?.index ?? 0) + 1}`;
  }
  if (uri.scheme !== "git") return isFile(uri) ? pathOf(uri) : uri.path;
  const { ref = "" } = parseQuery(uri.query) ?? {};
  const words = ref === "" || ref === "~" ? "as staged" : `at ${ref}`;
  return `${pathOf(vscode.Uri.file(uri.path))}, ${words}`;
}

function parseQuery(query: string): z.infer<typeof GitQuery> | undefined {
  try {
    return GitQuery.safeParse(JSON.parse(query)).data;
  } catch {
    return undefined;
  }
}
