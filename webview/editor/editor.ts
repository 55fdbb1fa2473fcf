// The input itself: a ProseMirror view that speaks in drafts.
import { history } from "prosemirror-history";
import type { Node, Slice } from "prosemirror-model";
import { EditorState, Selection, type Plugin } from "prosemirror-state";
import { EditorView } from "prosemirror-view";
import { EMPTY_DRAFT, type Draft } from "../../extension/protocol/draft.ts";
import { argumentNames, openArguments } from "./arguments.ts";
import { ChipView, SELECTED_CHIP_ID } from "./chip-view.ts";
import { insertParts, insertText, prependParts, selectedChip } from "./commands.ts";
import { isBlankDoc, toDoc, toDraft } from "./draft.ts";
import { faceOf } from "./face.ts";
import { keys, type KeyPorts } from "./keys.ts";
import type { Measures } from "./measures.ts";
import { chipOf } from "./schema.ts";

export interface EditorPorts extends KeyPorts {
  measures: Measures;
  placeholder: string;
  /** After every change of the text, by whomever. */
  changed: () => void;
  blurred: () => void;
}

export class Editor {
  readonly #view: EditorView;
  readonly #plugins: Plugin[];

  constructor(place: HTMLElement, ports: EditorPorts) {
    this.#plugins = [keys(ports), history(), argumentNames()];
    this.#view = new EditorView(
      { mount: place },
      {
        state: this.#fresh(EMPTY_DRAFT),
        attributes: (state) => attributesOf(state, ports.placeholder),
        nodeViews: { chip: (node, view, position) => new ChipView(node, view, position, ports) },
        // A click opens the chip (see ChipView); it does not also select it.
        handleClickOn: (_view, _position, node) => chipOf(node) !== undefined,
        clipboardTextSerializer: textOf,
        handleDOMEvents: { paste: pasteText, drop: refuseForeignDrop, blur: () => ports.blurred() },
        dispatchTransaction: (tr) => {
          this.#view.updateState(this.#view.state.apply(tr));
          if (tr.docChanged) ports.changed();
        },
      },
    );
  }

  get draft(): Draft {
    return toDraft(this.#view.state.doc);
  }

  get isBlank(): boolean {
    return isBlankDoc(this.#view.state.doc);
  }

  /** Another text, with a history of its own and the caret at its end. */
  replace(draft: Draft): void {
    this.#view.updateState(this.#fresh(draft));
  }

  /** Lines before the ones that are there; the caret stays where the user types. */
  prepend(draft: Draft): void {
    this.#view.dispatch(prependParts(this.#view.state, draft.parts));
  }

  insert(parts: Draft["parts"], at: "caret" | "end"): void {
    if (parts.length > 0) this.#view.dispatch(insertParts(this.#view.state, parts, at));
  }

  showArguments(names: readonly string[]): void {
    this.#view.dispatch(openArguments(this.#view.state, names));
  }

  focus(): void {
    this.#view.focus();
  }

  destroy(): void {
    this.#view.destroy();
  }

  #fresh(draft: Draft): EditorState {
    const doc = toDoc(draft);
    return EditorState.create({ doc, selection: Selection.atEnd(doc), plugins: this.#plugins });
  }
}

function attributesOf(state: EditorState, placeholder: string): Record<string, string> {
  const empty = state.doc.childCount === 1 && state.doc.firstChild?.content.size === 0;
  return {
    role: "textbox",
    "aria-label": "Message",
    "aria-multiline": "true",
    "aria-placeholder": placeholder,
    "data-placeholder": placeholder,
    class: empty ? "input empty" : "input",
    ...(selectedChip(state) === undefined ? {} : { "aria-activedescendant": SELECTED_CHIP_ID }),
  };
}

/** Foreign HTML never reaches ProseMirror's parser: `handlePaste` would come after it, so the event itself is taken. */
function pasteText(view: EditorView, event: ClipboardEvent): boolean {
  event.preventDefault();
  const text = event.clipboardData?.getData("text/plain") ?? "";
  if (text !== "") view.dispatch(insertText(view.state, text));
  return true;
}

function refuseForeignDrop(view: EditorView, event: DragEvent): boolean {
  if (view.dragging !== null) return false;
  event.preventDefault();
  return true;
}

function textOf(slice: Slice): string {
  return slice.content.textBetween(0, slice.content.size, "\n", (leaf: Node) => {
    const part = chipOf(leaf);
    if (part === undefined) return "";
    const { name, place } = faceOf(part, undefined);
    return name + place;
  });
}
