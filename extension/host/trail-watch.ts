// Notes what is done in the editor: what was edited, opened, saved and run, in this window since Galley runs.
import * as vscode from "vscode";
import { type Action, Trail } from "../acquire/trail.ts";
import { isFile } from "./read-selection.ts";
import { pathOf } from "./workspace.ts";

export class TrailWatch implements vscode.Disposable {
  readonly #trail = new Trail();
  readonly #listening: vscode.Disposable[];

  constructor() {
    this.#listening = [
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        const [first] = contentChanges;
        if (first === undefined || !isFile(document.uri)) return;
        const start = first.range.start.line + 1;
        const end = start + first.text.split("\n").length - 1;
        this.#trail.add({ kind: "edited", what: pathOf(document.uri), lines: { start, end }, at: Date.now() });
      }),
      vscode.workspace.onDidSaveTextDocument(({ uri }) => {
        if (isFile(uri)) this.#trail.add({ kind: "saved", what: pathOf(uri), at: Date.now() });
      }),
      vscode.window.onDidChangeActiveTextEditor((editor) => {
        if (editor === undefined || !isFile(editor.document.uri)) return;
        this.#trail.add({ kind: "opened", what: pathOf(editor.document.uri), at: Date.now() });
      }),
    ];
  }

  get actions(): readonly Action[] {
    return this.#trail.actions;
  }

  ran(command: string): void {
    this.#trail.add({ kind: "ran", what: command, at: Date.now() });
  }

  clear(): void {
    this.#trail.clear();
  }

  dispose(): void {
    for (const listening of this.#listening) listening.dispose();
  }
}
