// Clicks on a chip: once opens it, twice selects it, three times selects its line, as with a character.
import type { Node } from "prosemirror-model";
import { NodeSelection, TextSelection, type Selection } from "prosemirror-state";
import type { EditorProps, EditorView } from "prosemirror-view";
import { chipOf, foldedOf } from "../schema.ts";

type OnNode = NonNullable<EditorProps["handleClickOn"]>;

export const chipMouse = {
  // The chip opens itself (see ChipView). Put the cursor after it, so that typing does not replace it.
  handleClickOn: onChip((view, position) => TextSelection.create(view.state.doc, position + 1)),
  handleDoubleClickOn: onChip((view, position) => NodeSelection.create(view.state.doc, position)),
  handleTripleClickOn: onChip((view, position) => {
    const $at = view.state.doc.resolve(position);
    return TextSelection.create(view.state.doc, $at.start(), $at.end());
  }),
};

function onChip(select: (view: EditorView, position: number) => Selection): OnNode {
  return (view, _position, node: Node, at, event) => {
    // A folded paste unfolds itself (see FoldedView).
    if (foldedOf(node) !== undefined) return true;
    if (chipOf(node) === undefined || event.shiftKey || isTool(event)) return false;
    view.focus();
    view.dispatch(view.state.tr.setSelection(select(view, at)));
    return true;
  };
}

/** The ✕ and the chevron handle their own clicks. */
function isTool({ target }: MouseEvent): boolean {
  return target instanceof Element && target.closest(".chip-tool") !== null;
}
