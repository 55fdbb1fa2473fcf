// Up in an empty input recalls sent messages, older with each press. Down, Escape or one undo empties the input again.
import { closeHistory, undo } from "prosemirror-history";
import type { Node } from "prosemirror-model";
import { Plugin, Selection, type EditorState } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import type { Draft } from "../../extension/protocol/draft.ts";
import { toDoc } from "./draft.ts";

/** The sent messages, the latest first. */
export type SentDrafts = () => readonly Draft[];

interface Recalled {
  /** Its index among the sent messages. */
  index: number;
  doc: Node;
  selection: Selection;
}

export function recall(sent: SentDrafts): Plugin {
  let recalled: Recalled | undefined;
  const isShown = (state: EditorState): boolean => recalled !== undefined && state.doc.eq(recalled.doc);

  function show(view: EditorView, index: number): boolean {
    const draft = sent()[index];
    if (draft === undefined) return index >= 0 && isShown(view.state);
    // Remove the message recalled before, so that one undo empties the input.
    clear(view);
    const doc = toDoc(draft);
    const tr = closeHistory(view.state.tr).replaceWith(0, view.state.doc.content.size, doc.content);
    view.dispatch(tr.setSelection(Selection.atEnd(tr.doc)).scrollIntoView());
    view.dispatch(closeHistory(view.state.tr));
    recalled = { index, doc: view.state.doc, selection: view.state.selection };
    return true;
  }

  function clear(view: EditorView): boolean {
    if (!isShown(view.state)) return false;
    recalled = undefined;
    undo(view.state, view.dispatch);
    // The user typed something and removed it by hand, so the undo did not empty the input.
    if (!isEmpty(view.state)) view.dispatch(view.state.tr.delete(0, view.state.doc.content.size));
    return true;
  }

  /** Whether the key recalls: the cursor has not moved since the last recall, or is on the first or last line. */
  function isAtEdge(view: EditorView, towards: "up" | "down"): boolean {
    const { selection, doc } = view.state;
    if (recalled?.selection.eq(selection) === true) return true;
    const edge = towards === "up" ? Selection.atStart(doc) : Selection.atEnd(doc);
    return selection.empty && selection.$head.sameParent(edge.$head) && view.endOfTextblock(towards);
  }

  return new Plugin({
    props: {
      handleKeyDown(view, event) {
        if (view.composing || event.isComposing) return false;
        if (event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return false;
        if (event.key === "Escape") return clear(view);
        if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return false;
        if (isEmpty(view.state)) return event.key === "ArrowUp" && show(view, 0);
        if (recalled === undefined || !isShown(view.state)) return false;
        if (event.key === "ArrowUp") return isAtEdge(view, "up") && show(view, recalled.index + 1);
        if (!isAtEdge(view, "down")) return false;
        return recalled.index === 0 ? clear(view) : show(view, recalled.index - 1);
      },
    },
  });
}

function isEmpty({ doc }: EditorState): boolean {
  return doc.childCount === 1 && doc.firstChild?.content.size === 0;
}
