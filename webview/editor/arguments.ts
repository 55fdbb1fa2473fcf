// The names of a command's open arguments, dim behind the text: seen, never part of it.
import { Plugin, PluginKey, Selection, type EditorState, type Transaction } from "prosemirror-state";
import { Decoration, DecorationSet } from "prosemirror-view";
import type { Node } from "prosemirror-model";
import { chipOf } from "./schema.ts";

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
        // The whole text is looked at only while there is something to take away.
        return names.length > 0 && tr.docChanged && !mayGiveCommand(after.doc) ? [] : names;
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

/** The host says what is a command; this only knows at once when none can be left. */
function mayGiveCommand(doc: Node): boolean {
  if (/^\s*\//.test(doc.textContent)) return true;
  let found = false;
  doc.descendants((node) => {
    found ||= chipOf(node)?.type === "command";
    return !found;
  });
  return found;
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
