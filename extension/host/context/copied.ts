// Finds where a pasted text was copied from: compares it with the recent selections.
import * as vscode from "vscode";
import type { FileRef } from "../../message/part.ts";
import { linesOf } from "../window/editor.ts";
import { pathOf } from "../files/workspace.ts";

/** The clipboard does not say which editor its text is from: Galley remembers this many selections instead. */
const REMEMBERED = 50;

interface Place {
  document: vscode.TextDocument;
  selection: vscode.Selection;
}

export class Copied implements vscode.Disposable {
  #places: Place[] = [];
  readonly #listening = vscode.window.onDidChangeTextEditorSelection(({ textEditor, selections }) => {
    this.#remember(textEditor.document, selections);
  });

  constructor() {
    for (const editor of vscode.window.visibleTextEditors) this.#remember(editor.document, editor.selections);
  }

  /** Finds whole lines only: a reference names lines, so part of a line stays text. */
  find(text: string): FileRef | undefined {
    const shown = vscode.window.visibleTextEditors.flatMap(({ document, selections }) =>
      toPlaces(document, selections),
    );
    for (const { document, selection } of [...shown, ...this.#places]) {
      if (document.isClosed || !isWorkspaceText(document)) continue;
      const range = linesOf(selection);
      if (range.end > document.lineCount) continue;
      const lines = document.getText(
        new vscode.Range(range.start - 1, 0, range.end - 1, document.lineAt(range.end - 1).text.length),
      );
      if (toLf(lines) === toLf(text).replace(/\n$/, "") && lines.trim() !== "")
        return { type: "file-ref", ref: { kind: "path", path: pathOf(document.uri), range } };
    }
    return undefined;
  }

  dispose(): void {
    this.#listening.dispose();
  }

  #remember(document: vscode.TextDocument, selections: readonly vscode.Selection[]): void {
    if (selections.length !== 1) return;
    this.#places = [...toPlaces(document, selections), ...this.#places].slice(0, REMEMBERED);
  }
}

function toPlaces(document: vscode.TextDocument, selections: readonly vscode.Selection[]): Place[] {
  return selections.map((selection) => ({ document, selection }));
}

function isWorkspaceText({ uri }: vscode.TextDocument): boolean {
  return uri.scheme === "file" || uri.scheme === "untitled" || vscode.workspace.getWorkspaceFolder(uri) !== undefined;
}

function toLf(text: string): string {
  return text.replace(/\r\n?/g, "\n");
}
