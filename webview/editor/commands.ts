// Changes to the document that the keys and the host make.
import type { Node } from "prosemirror-model";
import { closeHistory } from "prosemirror-history";
import { NodeSelection, Selection, TextSelection, type EditorState, type Transaction } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { beginsWithSlash } from "../../extension/message/given-command.ts";
import type { Draft } from "../../extension/protocol/draft.ts";
import { toParagraphs } from "./draft.ts";
import { chipOf, schema, type ChipPart } from "./schema.ts";

/** The selected chip, if exactly one is selected. */
export function selectedChip(state: EditorState): ChipPart | undefined {
  return state.selection instanceof NodeSelection ? chipOf(state.selection.node) : undefined;
}

export function removeChipAt(view: EditorView, position: number): void {
  const node = view.state.doc.nodeAt(position);
  if (node === null || chipOf(node) === undefined) return;
  view.dispatch(closeHistory(view.state.tr.delete(position, position + node.nodeSize)));
}

/** Replaces the selection with pasted text; every "\n" begins a paragraph. Pasted text never gives a command. */
export function insertText(state: EditorState, text: string): Transaction {
  const pasted = beginsWithSlash(text) && ({ pasted: true } as const);
  return replaceSelection(state, [{ type: "text", text: text.replace(/\r\n?/g, "\n"), ...pasted }]);
}

/** Replaces the selection with parts, without spaces between them. */
export function replaceSelection(state: EditorState, parts: Draft["parts"]): Transaction {
  const paragraphs = toParagraphs(parts);
  const tr = closeHistory(state.tr);
  // Open at both ends: the first and last line join the paragraphs around them.
  tr.replaceSelection(schema.nodes.doc.create(null, paragraphs).slice(1, paragraphs.size - 1));
  return tr.scrollIntoView();
}

/** Inserts parts at the cursor or at the end, with spaces around them. Never replaces the selection. */
export function insertParts(state: EditorState, parts: Draft["parts"], at: "caret" | "end"): Transaction {
  const place = at === "end" ? Selection.atEnd(state.doc).to : textPosition(state, state.selection.to);
  const $place = state.doc.resolve(place);
  const spaceFollows = /^\s/.test($place.nodeAfter?.text ?? "");
  const paragraphs = toParagraphs(spaced(parts, isTight($place.nodeBefore), spaceFollows));
  const tr = closeHistory(state.tr);
  tr.replace(place, place, schema.nodes.doc.create(null, paragraphs).slice(1, paragraphs.size - 1));
  const after = place + tr.doc.content.size - state.doc.content.size + (spaceFollows ? 1 : 0);
  return tr.setSelection(TextSelection.create(tr.doc, after)).scrollIntoView();
}

/** Inserts paragraphs at the start. Not undoable: the stored draft is older than the typed text. */
export function prependParts(state: EditorState, parts: Draft["parts"]): Transaction {
  const tr = state.tr.insert(0, toParagraphs(parts));
  return tr.setMeta("addToHistory", false);
}

function textPosition(state: EditorState, position: number): number {
  const $position = state.doc.resolve(position);
  return $position.parent.inlineContent ? position : Selection.near($position, -1).to;
}

function isTight(before: Node | null): boolean {
  return before !== null && !/\s$/.test(before.text ?? "");
}

/** Adds a space between chips, before the first if text touches it, and after the last unless a space follows. */
function spaced(parts: Draft["parts"], tight: boolean, spaceFollows: boolean): Draft["parts"] {
  const space = { type: "text", text: " " } as const;
  const out: Draft["parts"] = [];
  for (const part of parts) {
    if (part.type !== "text") {
      if (tight) out.push(space);
      out.push(part);
      tight = true;
    } else if (part.text !== "") {
      out.push(part);
      tight = !/\s$/.test(part.text);
    }
  }
  if (out.at(-1)?.type !== "text" && !spaceFollows) out.push(space);
  return out;
}

/** As if the user had typed all of the text; `from` and `to` are the selection in it. */
export function writeText({ tr, doc }: EditorState, text: string, from: number, to: number): Transaction {
  tr.replaceWith(0, doc.content.size, toParagraphs([{ type: "text", text }]));
  // A line break is one character of the text; in the document it is the end of a paragraph and the start of another.
  const at = (offset: number): number => offset + text.slice(0, offset).split("\n").length;
  return tr.setSelection(TextSelection.create(tr.doc, at(from), at(to)));
}
