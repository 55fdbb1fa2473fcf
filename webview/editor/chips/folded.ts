// A long paste, folded to one chip that opens in place. Galley sends the text itself.
import { deleteSelection } from "prosemirror-commands";
import type { Node } from "prosemirror-model";
import { closeHistory } from "prosemirror-history";
import { NodeSelection, type Command, type EditorState, type Transaction } from "prosemirror-state";
import type { EditorView, NodeView } from "prosemirror-view";
import { SELECTED_CHIP_ID } from "./chip-view.ts";
import { insertText } from "../commands.ts";
import { foldedNode, foldedOf } from "../schema.ts";
import * as words from "../words.ts";

/** A text this long is folded even if it has few lines, because browsers lay it out slowly. */
const LONG_TEXT = 20_000;

export function isLong(text: string, chipLines: number): boolean {
  return text.length > LONG_TEXT || lineCount(text) > chipLines;
}

export function insertFolded(state: EditorState, text: string): Transaction {
  return closeHistory(state.tr).replaceSelectionWith(foldedNode(text), false).scrollIntoView();
}

export function isFoldedSelected(state: EditorState): boolean {
  return state.selection instanceof NodeSelection && foldedOf(state.selection.node) !== undefined;
}

/** Undo folds it again. */
export const unfoldSelected: Command = (state, dispatch) => {
  const text = state.selection instanceof NodeSelection ? foldedOf(state.selection.node) : undefined;
  if (text === undefined) return false;
  dispatch?.(insertText(state, text));
  return true;
};

export class FoldedView implements NodeView {
  readonly dom = document.createElement("span");
  readonly #button = span("chip-face", "");

  constructor(node: Node, view: EditorView, position: () => number | undefined) {
    const text = foldedOf(node) ?? "";
    const beginning = firstWords(text);
    const lines = words.lineCount(lineCount(text));
    this.dom.className = "chip";
    this.#button.role = "button";
    this.#button.ariaLabel = words.pasteLabel(beginning, lines);
    this.#button.title = words.pasteTitle(beginning, lines);
    this.#button.append(span("chip-name", words.pasteName(beginning)));
    const rest = span("chip-rest", `· ${lines}`);
    const remove = span("chip-tool chip-remove-tool", "");
    remove.title = words.remove;
    // The accessible name has the count, and keys can remove the chip.
    rest.ariaHidden = remove.ariaHidden = "true";
    this.dom.append(this.#button, rest, remove);
    this.dom.addEventListener("click", (event) => {
      const at = position();
      if (at === undefined) return;
      view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, at)));
      const act = event.target === remove ? deleteSelection : unfoldSelected;
      act(view.state, (tr) => view.dispatch(closeHistory(tr)));
      view.focus();
    });
  }

  selectNode(): void {
    this.dom.classList.add("selected");
    this.#button.id = SELECTED_CHIP_ID;
  }

  deselectNode(): void {
    this.dom.classList.remove("selected");
    this.#button.removeAttribute("id");
  }

  ignoreMutation(): boolean {
    return true;
  }
}

function span(className: string, text: string): HTMLElement {
  const created = document.createElement("span");
  created.className = className;
  created.textContent = text;
  return created;
}

function lineCount(text: string): number {
  let count = 1;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count += 1;
  return text.endsWith("\n") ? count - 1 : count;
}

function firstWords(text: string): string {
  const line = text.slice(0, 400).trim().split("\n")[0]?.trim() ?? "";
  return line.length > 32 ? `${line.slice(0, 31)}…` : line;
}
