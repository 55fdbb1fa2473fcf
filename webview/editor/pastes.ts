// The positions of the latest pastes, so that a chip can replace one when the host finds its source.
import { closeHistory } from "prosemirror-history";
import { Plugin, PluginKey, TextSelection, type EditorState, type Transaction } from "prosemirror-state";
import { leafText } from "./clipboard.ts";
import { chipNode, schema, type ChipPart } from "./schema.ts";

interface Paste {
  id: string;
  from: number;
  to: number;
  text: string;
}

const KEPT = 8;
const key = new PluginKey<readonly Paste[]>("pastes");

export function pastes(): Plugin {
  return new Plugin<readonly Paste[]>({
    key,
    state: {
      init: () => [],
      apply: (tr, known) => {
        // Text typed directly before or after a paste is not part of it.
        const moved = known.map((paste) => ({
          ...paste,
          from: tr.mapping.map(paste.from, 1),
          to: tr.mapping.map(paste.to, -1),
        }));
        const made = tr.getMeta(key) as Paste | undefined;
        return made === undefined ? moved : [made, ...moved].slice(0, KEPT);
      },
    },
  });
}

/** Call on the transaction that inserts the paste. It goes from `from`, the old selection's start, to the cursor. */
export function markPaste(tr: Transaction, id: string, from: number): Transaction {
  const to = tr.selection.to;
  return tr.setMeta(key, { id, from, to, text: tr.doc.textBetween(from, to, "\n", leafText) } satisfies Paste);
}

/** `undefined` if the text was changed or removed since. */
export function replacePaste(state: EditorState, id: string, part: ChipPart): Transaction | undefined {
  const paste = key.getState(state)?.find((known) => known.id === id);
  if (paste === undefined || paste.from >= paste.to) return undefined;
  const { from, to, text } = paste;
  if (state.doc.textBetween(from, to, "\n", leafText) !== text) return undefined;
  const follows = state.doc.textBetween(to, Math.min(to + 1, state.doc.resolve(to).end()), "\n", leafText);
  const nodes = /^\s/.test(follows) ? [chipNode(part)] : [chipNode(part), schema.text(" ")];
  const wasAtEnd = state.selection.empty && state.selection.from === to;
  const tr = closeHistory(state.tr).replaceWith(from, to, nodes);
  const after = from + nodes.reduce((size, node) => size + node.nodeSize, 0);
  return wasAtEnd ? tr.setSelection(TextSelection.create(tr.doc, after)) : tr;
}
