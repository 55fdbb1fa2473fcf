// Shows the names of a command's missing arguments, dim after the text. They are not part of the document.
import { Plugin, PluginKey, Selection, type EditorState, type Transaction } from "prosemirror-state";
import { Decoration, DecorationSet } from "prosemirror-view";
import type { Node } from "prosemirror-model";
import { mayGiveCommand } from "../../extension/message/given-command.ts";
import { toDraft } from "./draft.ts";

const key = new PluginKey<readonly string[]>("arguments");

/** A transaction that only changes the shown names. */
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
        // The host decides what is a command, but text that cannot be one hides the names at once. Build the draft only if there are names to hide.
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

/** Hidden from screen readers: the box above the input already names the arguments. */
function draw(doc: Node, names: readonly string[]): HTMLElement {
  const hint = document.createElement("span");
  hint.className = "open-arguments";
  hint.ariaHidden = "true";
  hint.contentEditable = "false";
  const spaced = /\s$/.test(doc.lastChild?.lastChild?.text ?? "") ? "" : " ";
  hint.textContent = spaced + names.join(" ");
  return hint;
}
