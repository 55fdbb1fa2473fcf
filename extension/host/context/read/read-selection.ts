// Reads the selection of the active editor: in a text file, a cell of a notebook, a side of a comparison, or any other text.
import * as vscode from "vscode";
import * as z from "zod/mini";
import { type SelectedLines, type SelectedText, selectionContext } from "../../../acquire/selection.ts";
import type { LineRange } from "../../../message/range.ts";
import type { Resolved } from "../../../message/resolved.ts";
import { type Keep, keepAll } from "../../files/kept-out.ts";
import { linesOf } from "../../window/editor.ts";
import { lastTextEditor } from "../../window/last-editor.ts";
import { pathOf, uriOf } from "../../files/workspace.ts";
import * as words from "../words.ts";

/** If no text is selected in a notebook, its selected cells. */
export async function readSelection(now: number, keep: Keep = keepAll): Promise<Resolved> {
  const editor = lastTextEditor();
  const selected = editor === undefined ? [] : selectedIn(editor);
  if (editor === undefined || selected.length === 0) return selectionContext(await selectedCells(keep), now);
  return selectionContext((await mayGo(editor.document, keep)) ? selected : [], now);
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

async function selectedCells(keep: Keep): Promise<SelectedText[]> {
  const editor = vscode.window.activeNotebookEditor;
  if (editor === undefined) return [];
  const cells = editor.selections.flatMap((range) => editor.notebook.getCells(range));
  const texts = cells.map(({ document }) => ({ source: sourceOf(document), text: document.getText() }));
  return (await isKept(pathOf(editor.notebook.uri), keep)) ? texts : [];
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

/** Whether the document can be read again by its path when the message is sent. */
export function isFile(uri: vscode.Uri): boolean {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return ["file", "untitled"].includes(uri.scheme) || folders.some((folder) => folder.uri.scheme === uri.scheme);
}

const GitQuery = z.object({ path: z.string(), ref: z.string() });

/** A display name for a document, also if it is not a file. */
export function sourceOf(document: vscode.TextDocument): string {
  const { path, which } = originOf(document);
  return which === undefined ? path : `${path}, ${which}`;
}

/** Whether `keep` lets the document's file go. */
export function mayGo(document: vscode.TextDocument, keep: Keep): Promise<boolean> {
  return isKept(originOf(document).path, keep);
}

async function isKept(path: string, keep: Keep): Promise<boolean> {
  const uri = uriOf(path);
  return uri === undefined || (await keep([uri])).length > 0;
}

/** The file that a document is from; `which` says what of it, if it is not the file as it is on disk. */
function originOf(document: vscode.TextDocument): { path: string; which?: string } {
  const { uri } = document;
  if (uri.scheme === "vscode-notebook-cell") {
    const notebook = vscode.workspace.notebookDocuments.find(({ uri: { path } }) => path === uri.path);
    const cell = notebook?.getCells().find((one) => one.document === document);
    if (notebook !== undefined) return { path: pathOf(notebook.uri), which: words.cell((cell?.index ?? 0) + 1) };
  }
  if (uri.scheme !== "git") return { path: isFile(uri) ? pathOf(uri) : uri.path };
  const { ref = "" } = parseQuery(uri.query) ?? {};
  const which = ref === "" || ref === "~" ? words.asStaged : words.atCommit(ref);
  return { path: pathOf(vscode.Uri.file(uri.path)), which };
}

function parseQuery(query: string): z.infer<typeof GitQuery> | undefined {
  try {
    return GitQuery.safeParse(JSON.parse(query)).data;
  } catch {
    // A query of another shape names no version.
    return undefined;
  }
}
