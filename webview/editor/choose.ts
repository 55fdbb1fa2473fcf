// Replaces the typed query with the chosen suggestion. One undo restores the query.
import { closeHistory } from "prosemirror-history";
import { TextSelection } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { chipNode, schema, type ChipPart } from "./schema.ts";
import type { Token } from "./trigger.ts";

/** Replaces the typed words but keeps their sign, so that the user can continue typing. */
export function retypeToken(view: EditorView, { sign, from, to }: Token, text: string): void {
  const start = sign === "value" ? from : from + 1;
  view.dispatch(closeHistory(view.state.tr).insertText(text, start, to).scrollIntoView());
}

export function replaceToken(view: EditorView, { from, to }: Token, part: ChipPart): void {
  const { state } = view;
  const spaceFollows = /^\s/.test(state.doc.resolve(to).nodeAfter?.text ?? "");
  const nodes = spaceFollows ? [chipNode(part)] : [chipNode(part), schema.text(" ")];
  const tr = closeHistory(state.tr).replaceWith(from, to, nodes);
  tr.setSelection(TextSelection.create(tr.doc, from + 2));
  view.dispatch(tr.scrollIntoView());
  // What the user types next is a separate undo step.
  view.dispatch(closeHistory(view.state.tr));
}
