// Which pane has the focus. VS Code gives it to the code editor when a list or a box closes: opened from a pane, it goes back there.
import * as vscode from "vscode";
import type { Pane } from "./pane.ts";

/** Nobody stays longer in the palette. */
const PALETTE_MS = 60_000;

export class PaneFocus implements vscode.Disposable {
  readonly #listening: vscode.Disposable;
  #holder: Pane | undefined;
  /** The one that had it last, and nobody has worked elsewhere since: VS Code's palette may be what took it. */
  #left: { pane: Pane; at: number } | undefined;

  constructor() {
    const elsewhere = (): void => {
      this.#left = undefined;
    };
    this.#listening = vscode.Disposable.from(
      vscode.window.onDidChangeActiveTextEditor(elsewhere),
      vscode.window.onDidChangeActiveTerminal(elsewhere),
      vscode.window.onDidChangeTextEditorSelection(({ kind }) => {
        if (
          kind === vscode.TextEditorSelectionChangeKind.Mouse ||
          kind === vscode.TextEditorSelectionChangeKind.Keyboard
        )
          elsewhere();
      }),
    );
  }

  took(pane: Pane): void {
    this.#holder = pane;
    this.#left = undefined;
  }

  lost(pane: Pane): void {
    if (this.#holder !== pane) return;
    this.#holder = undefined;
    this.#left = { pane, at: Date.now() };
  }

  /** Shows a list or a box; when it is closed, the pane it was opened from has the focus as before. */
  async around<Result>(show: () => Thenable<Result>): Promise<Result> {
    const pane = this.#pane;
    try {
      return await show();
    } finally {
      if (pane?.panel.isVisible === true) await pane.panel.reveal();
    }
  }

  get #pane(): Pane | undefined {
    if (this.#holder !== undefined) return this.#holder;
    return this.#left !== undefined && Date.now() - this.#left.at < PALETTE_MS ? this.#left.pane : undefined;
  }

  dispose(): void {
    this.#listening.dispose();
  }
}
