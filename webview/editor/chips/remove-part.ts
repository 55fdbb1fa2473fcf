// Removes a chip from the document by its part, not by its position.
import { closeHistory } from "prosemirror-history";
import type { EditorState, Transaction } from "prosemirror-state";
import type { KnownPart } from "../../../extension/message/part.ts";
import { partKey } from "../../../extension/protocol/draft.ts";
import { chipOf } from "../schema.ts";

/** Removes the chip that has `nth` equal chips before it. `undefined` if there is none. */
export function removePart(state: EditorState, part: KnownPart, nth: number): Transaction | undefined {
  const key = partKey(part);
  const places: { from: number; to: number }[] = [];
  state.doc.descendants((node, position) => {
    const chip = chipOf(node);
    if (chip !== undefined && partKey(chip) === key) places.push({ from: position, to: position + node.nodeSize });
  });
  const place = places[nth];
  return place && closeHistory(state.tr.delete(place.from, place.to));
}
