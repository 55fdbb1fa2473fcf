// The names of a command's open arguments, dim behind the text: seen, never part of it.
import { Plugin, PluginKey, Selection, type EditorState, type Transaction } from "prosemirror-state";
import { Decoration, DecorationSet } from "prosemirror-view";
import type { Node } from "prosemirror-model";
import { mayGiveCommand } from "../../extension/message/given-command.ts";
import { toDraft } from "./draft.ts";

const key = new PluginKey<readonly string[]>("arguments");

/** A transaction that changes nothing but what is shown. */
export function openArguments(state: EditorState, names: readonly string[]): Transaction {
  return state.tr.setMeta(key, names).setMeta("addToHistory", false);
}

export function argumentNames(): Plugin {
  return new Plugin<readonly string[]>({
    key,
    state: {
      init: () => [],
      apply: (tr, names, _before, after) => {
        const told = tr.getMeta(key) as readonly string[] | undefined;
        if (told !== undefined) return told;
        // The host says what is a command; only that none can be left is known at once. The text is read only while there is something to take away.
        return names.length > 0 && tr.docChanged && !mayGiveCommand(toDraft(after.doc).parts) ? [] : names;
      },
    },
    props: {
      decorations: (state) => {
        const names = key.getState(state) ?? [];
        if (names.length === 0) return null;
        const end = Selection.atEnd(state.doc).to;
        // After the cursor, so that the hint does not move it.
        return DecorationSet.create(state.doc, [Decoration.widget(end, () => draw(state.doc, names), { side: 1 })]);
      },
    },
  });
}

/** Hidden from screen readers, which hear of the arguments once from the box above. */
function draw(doc: Node, names: readonly string[]): HTMLElement {
  const hint = document.createElement("span");
  hint.className = "open-arguments";
  hint.ariaHidden = "true";
  hint.contentEditable = "false";
  const spaced = /\s$/.test(doc.lastChild?.lastChild?.text ?? "") ? "" : " ";
  hint.textContent = spaced + names.join(" ");
  return hint;
}
