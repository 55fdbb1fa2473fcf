// Tracks which pane has the focus, and returns it there when a list or box closes: VS Code would focus the editor.
import * as vscode from "vscode";
import { setKey, tellKey } from "./keys.ts";

/** What this file needs of a pane. */
interface Pane {
  readonly panel: {
    readonly isVisible: boolean;
    /** Shows it, and moves the focus there. */
    reveal: () => Promise<void>;
  };
}

/** How long the user may stay in the Command Palette before the pane no longer counts as its opener. */
const PALETTE_MS = 60_000;

/** How long to wait for a page to report that it has the focus. */
const RETURN_MS = 1_000;

class PaneFocus {
  #holder: Pane | undefined;
  /** The pane that lost the focus to VS Code's palette, or to anything but an editor, a terminal or a tree. */
  #left: { pane: Pane; at: number } | undefined;
  /** The pane that the list or box in sight was opened from. */
  #opener: Pane | undefined;
  /** The pane whose input has the focus. */
  #typedIn: Pane | undefined;
  #hasTaken = Promise.withResolvers<void>();

  took(pane: Pane): void {
    this.#holder = pane;
    this.#hasTaken.resolve();
    this.#leave(undefined);
  }

  lost(pane: Pane): void {
    void this.typing(pane, false);
    if (this.#holder !== pane) return;
    this.#holder = undefined;
    this.#leave(pane);
  }

  /**
   * A pane that loses the focus may report it after the next one has reported that it has it. Resolves when VS Code runs the
   * commands of the input's keys, or no longer does.
   */
  async typing(pane: Pane, has: boolean): Promise<void> {
    if (!has && this.#typedIn !== pane) return;
    this.#typedIn = has ? pane : undefined;
    await tellKey("galley.inputFocus", has);
  }

  /** The user works in a code editor, a terminal or a tree. */
  elsewhere(): void {
    this.#leave(undefined);
  }

  /**
   * Shows a list or a box. When the user chooses something, the pane it was opened from gets the focus back. When
   * the user goes to another list or an editor instead, the focus stays there. Escape is handled by `closeList`.
   */
  async around<Result>(show: () => Thenable<Result>): Promise<Result> {
    const pane = this.#pane;
    this.#opener = pane;
    try {
      const chosen = await show();
      if (chosen !== undefined) await this.#giveBack(pane);
      return chosen;
    } finally {
      if (this.#opener === pane) this.#opener = undefined;
    }
  }

  /**
   * Waits until the page has the focus: a box that opened earlier would lose it at once. Never rejects and never waits
   * for long, so that what the user chose is not lost with the focus.
   */
  async #giveBack(pane: Pane | undefined): Promise<void> {
    if (pane?.panel.isVisible !== true) return;
    this.#hasTaken = Promise.withResolvers();
    const timer = setTimeout(this.#hasTaken.resolve, RETURN_MS);
    pane.panel.reveal().catch(this.#hasTaken.resolve);
    await this.#hasTaken.promise;
    clearTimeout(timer);
  }

  /** Closes VS Code's palette, or whichever list is open, and gives the focus back. */
  async closeList(): Promise<void> {
    const pane = this.#opener ?? this.#pane;
    await vscode.commands.executeCommand("workbench.action.closeQuickOpen");
    await this.#giveBack(pane);
  }

  get #pane(): Pane | undefined {
    if (this.#holder !== undefined) return this.#holder;
    return this.#left !== undefined && Date.now() - this.#left.at < PALETTE_MS ? this.#left.pane : undefined;
  }

  #leave(pane: Pane | undefined): void {
    this.#left = pane && { pane, at: Date.now() };
    // Also true while a pane has the focus: Escape may close the palette before the page reports that it lost the focus.
    setKey("galley.hadFocus", (this.#holder ?? pane) !== undefined);
  }
}

/** One for the window, because a window has one focus. */
export const paneFocus = new PaneFocus();

/** Listens for work in editors and terminals: the focus belongs there then, not in a pane. */
export function watchFocus(): vscode.Disposable {
  const byHand = [vscode.TextEditorSelectionChangeKind.Mouse, vscode.TextEditorSelectionChangeKind.Keyboard];
  let last = vscode.window.activeTextEditor?.document;
  return vscode.Disposable.from(
    vscode.window.onDidChangeActiveTextEditor((editor) => {
      // VS Code fires again for the same document when it restores the focus.
      if (editor === undefined || editor.document === last) return;
      last = editor.document;
      paneFocus.elsewhere();
    }),
    vscode.window.onDidChangeActiveTerminal(() => paneFocus.elsewhere()),
    vscode.window.onDidChangeTextEditorSelection(({ kind }) => {
      if (kind !== undefined && byHand.includes(kind)) paneFocus.elsewhere();
    }),
  );
}
