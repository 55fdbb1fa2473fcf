// Brings a line of a document into view and the cursor to it, also in a cell of a notebook.
import * as vscode from "vscode";
import { cellOf } from "./document-facts.ts";

/** The focus goes there too. */
export async function goToLine(document: vscode.TextDocument, line: number): Promise<void> {
  const at = placeOf(document, line);
  if (cellOf(document) === undefined) {
    await vscode.window.showTextDocument(document, { selection: new vscode.Range(at, at) });
    return;
  }
  await showCell(document);
  await vscode.commands.executeCommand("notebook.cell.edit");
  moveTo(editorOf(document), at);
}

/** The focus stays. A selection is given up: it would hide the change, and the keyboard acts on the change at the cursor. */
export async function revealLine(document: vscode.TextDocument, line: number): Promise<void> {
  if (editorOf(document) === undefined) {
    if (cellOf(document) === undefined) await vscode.window.showTextDocument(document, { preserveFocus: true });
    else await showCell(document);
  }
  const editor = editorOf(document);
  const at = placeOf(document, line);
  if (editor?.selections.some(({ isEmpty }) => !isEmpty) === true) editor.selection = new vscode.Selection(at, at);
  editor?.revealRange(new vscode.Range(at, at), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

/** An editor of a cell exists only while the cell is in view. */
async function showCell(document: vscode.TextDocument): Promise<void> {
  const cell = cellOf(document);
  if (cell === undefined) return;
  const range = new vscode.NotebookRange(cell.index, cell.index + 1);
  const editor = await vscode.window.showNotebookDocument(cell.notebook, { preserveFocus: true, selections: [range] });
  editor.revealRange(range, vscode.NotebookEditorRevealType.InCenterIfOutsideViewport);
}

function editorOf(document: vscode.TextDocument): vscode.TextEditor | undefined {
  return vscode.window.visibleTextEditors.find((one) => one.document === document);
}

function moveTo(editor: vscode.TextEditor | undefined, at: vscode.Position): void {
  if (editor === undefined) return;
  editor.selection = new vscode.Selection(at, at);
  editor.revealRange(new vscode.Range(at, at), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

function placeOf(document: vscode.TextDocument, line: number): vscode.Position {
  return new vscode.Position(Math.min(line, document.lineCount) - 1, 0);
}
