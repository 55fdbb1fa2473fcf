// A reference as text: `path:10-25` on the clipboard, and a chip again when it is pasted into the message.
import * as vscode from "vscode";
import { enclosingSymbol } from "../../acquire/symbols/symbol.ts";
import type { KnownPart } from "../../message/part.ts";
import { type LineRange, linesText } from "../../message/range.ts";
import { pickOne } from "../window/ask.ts";
import { linesOf } from "../window/editor.ts";
import { lastTextEditor } from "../window/last-editor.ts";
import { readProblems } from "./read/read-problems.ts";
import { readSymbols } from "./read/read-symbols.ts";
import { pathOf } from "../files/workspace.ts";
import * as words from "./words.ts";

export class Reference {
  #last: { text: string; part: KnownPart } | undefined;

  /** Copies a reference to the selection; if nothing is selected, the user selects what to reference at the cursor. */
  async choose(): Promise<void> {
    const { selection } = activeEditor();
    if (!selection.isEmpty) return this.copy();
    const picked = await pickOne(
      [
        { label: `$(list-flat) ${words.line}`, copy: () => this.copy() },
        { label: `$(symbol-method) ${words.symbol}`, copy: () => this.copySymbol() },
        { label: `$(warning) ${words.problem}`, copy: () => this.copyProblem() },
      ],
      { title: words.copyReferenceTitle, placeHolder: words.selectReference },
    );
    await picked?.copy();
  }

  /** Copies a reference to the selection, or to the cursor's line. */
  async copy(): Promise<void> {
    const { document, selection } = activeEditor();
    await this.#copy(document, linesOf(selection));
  }

  /** Copies a reference to the innermost symbol at the cursor. */
  async copySymbol(): Promise<void> {
    const { document, selection } = activeEditor();
    const symbol = enclosingSymbol(await readSymbols(document.uri), selection.active.line + 1);
    if (symbol === undefined) throw new Error(words.noSymbol);
    await this.#copy(document, symbol.range);
  }

  /** Copies a reference to the problem at the cursor; its chip contains the problem itself. */
  async copyProblem(): Promise<void> {
    const { document, selection } = activeEditor();
    const { parts } = await readProblems(Date.now(), "caret");
    if (parts[0] === undefined) throw new Error(words.placeOnProblem);
    await this.#copy(document, linesOf(selection), parts[0]);
  }

  /** Finds only the reference that was copied last: other text that looks like a reference stays text. */
  find(text: string): KnownPart | undefined {
    return this.#last?.text === text ? this.#last.part : undefined;
  }

  async #copy({ uri }: vscode.TextDocument, range: LineRange, part?: KnownPart): Promise<void> {
    const path = pathOf(uri);
    const text = `${path}:${linesText(range)}`;
    this.#last = { text, part: part ?? { type: "file-ref", ref: { kind: "path", path, range } } };
    await vscode.env.clipboard.writeText(text);
  }
}

function activeEditor(): vscode.TextEditor {
  const editor = lastTextEditor();
  if (editor === undefined) throw new Error(words.selectToReference);
  return editor;
}
