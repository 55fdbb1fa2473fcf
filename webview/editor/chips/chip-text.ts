// Convert to Text: follows the chip that asked, until the host answers with its text.
import { closeHistory } from "prosemirror-history";
import { Plugin, PluginKey, TextSelection, type EditorState, type Transaction } from "prosemirror-state";
import type { Draft } from "../../../extension/protocol/draft.ts";
import type { ChosenChip } from "./chosen-chip.ts";
import { toParagraphs } from "../draft.ts";
import { chipOf, schema } from "../schema.ts";

type Waiting = ReadonlyMap<string, number>;
const key = new PluginKey<Waiting>("chip-text");
let asked = 0;

/** Follows the positions of the chips that wait for their text; forgets removed ones. */
export function chipText(): Plugin {
  return new Plugin<Waiting>({
    key,
    state: {
      init: () => new Map(),
      apply: (tr, waiting) => {
        const begins = tr.getMeta(key) as { id: string; position: number } | undefined;
        if (begins === undefined && (waiting.size === 0 || !tr.docChanged)) return waiting;
        const moved = new Map<string, number>();
        for (const [id, position] of waiting) {
          const { pos, deletedAfter } = tr.mapping.mapResult(position);
          if (!deletedAfter) moved.set(id, pos);
        }
        return begins === undefined ? moved : moved.set(begins.id, begins.position);
      },
    },
  });
}

export function askForText({ view, position, part, ports }: ChosenChip): void {
  const id = `text-${++asked}`;
  view.dispatch(view.state.tr.setMeta(key, { id, position }));
  ports.asText(id, part);
}

/** `undefined` if the chip was removed. */
export function replaceChip(state: EditorState, id: string, parts: Draft["parts"]): Transaction | undefined {
  const position = key.getState(state)?.get(id);
  const node = position === undefined ? null : state.doc.nodeAt(position);
  if (position === undefined || node === null || chipOf(node) === undefined) return undefined;
  const paragraphs = toParagraphs(parts);
  const tr = closeHistory(state.tr);
  const end = position + node.nodeSize;
  tr.replace(position, end, schema.nodes.doc.create(null, paragraphs).slice(1, paragraphs.size - 1));
  return tr.setSelection(TextSelection.create(tr.doc, tr.mapping.map(end))).scrollIntoView();
}
