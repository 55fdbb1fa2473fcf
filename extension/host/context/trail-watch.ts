// Notes what the user edits, opens, saves and runs in this window, from the moment Galley is loaded.
import * as vscode from "vscode";
import { type Action, Trail } from "../../acquire/trail.ts";
import { isFile } from "./read/read-selection.ts";
import { pathOf } from "../files/workspace.ts";

export class TrailWatch implements vscode.Disposable {
  readonly #trail = new Trail();
  readonly #listening: vscode.Disposable[];
  /** The last change to a document that had no unsaved changes: an edit, or the file was read again from disk. */
  readonly #unclear = new WeakMap<vscode.TextDocument, Action>();

  constructor() {
    this.#listening = [
      vscode.workspace.onDidChangeTextDocument((change) => this.#changed(change)),
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

  /** VS Code sends the first edit before it marks the document as unsaved, and then an event without a change. */
  #changed({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    if (!isFile(document.uri)) return;
    const [first] = contentChanges;
    const edit = first === undefined ? this.#unclear.get(document) : editOf(document, first);
    if (edit === undefined) return;
    this.#unclear.delete(document);
    if (document.isDirty) this.#trail.add(edit);
    else this.#unclear.set(document, edit);
  }

  dispose(): void {
    for (const listening of this.#listening) listening.dispose();
  }
}

function editOf({ uri }: vscode.TextDocument, change: vscode.TextDocumentContentChangeEvent): Action {
  const start = change.range.start.line + 1;
  const end = start + change.text.split("\n").length - 1;
  return { kind: "edited", what: pathOf(uri), lines: { start, end }, at: Date.now() };
}
