// The chosen takes the place of what was typed for it; one undo brings that back.
import { closeHistory } from "prosemirror-history";
import { TextSelection } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { chipNode, schema, type ChipPart } from "./schema.ts";
import type { Token } from "./trigger.ts";

/** Other words in the place of those typed, without their sign: somebody types on. */
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
  // What is typed next is a step of its own.
  view.dispatch(closeHistory(view.state.tr));
}
