// The input: a ProseMirror view that reads and writes drafts.
import { history } from "prosemirror-history";
import { EditorState, Selection, type Plugin } from "prosemirror-state";
import { EditorView } from "prosemirror-view";
import type { KnownPart } from "../../extension/message/part.ts";
import { EMPTY_DRAFT, type Draft } from "../../extension/protocol/draft.ts";
import { argumentNames, openArguments } from "./arguments.ts";
import type { ChipPorts } from "./chips/chosen-chip.ts";
import { chipHint } from "./chips/chip-hint.ts";
import { chipKeys } from "./chips/chip-keys.ts";
import { chipMouse } from "./chips/chip-mouse.ts";
import { chipText, replaceChip } from "./chips/chip-text.ts";
import { ChipView, SELECTED_CHIP_ID } from "./chips/chip-view.ts";
import { clipboardEvents, textOf } from "./clipboard.ts";
import { insertParts, prependParts, selectedChip, writeText } from "./commands.ts";
import { isBlankDoc, toDoc, toDraft } from "./draft.ts";
import { FoldedView, isFoldedSelected } from "./chips/folded.ts";
import { keys, type KeyPorts } from "./keys.ts";
import { MarkedDraft } from "./marked-draft.ts";
import { oneHistory } from "./one-history.ts";
import { pasteEvents, pasteText, type PastePorts } from "./paste.ts";
import { pastes, replacePaste } from "./pastes.ts";
import { recall, type SentDrafts } from "./recall.ts";
import { removePart } from "./chips/remove-part.ts";
import type { ChipPart } from "./schema.ts";
import { argumentTokens, dismissArgument, type ArgumentPorts } from "./argument-token.ts";
import { replaceToken, retypeToken } from "./choose.ts";
import { dismissToken, endToken, signToken, triggers, type Token } from "./trigger.ts";
import { typedText } from "./typed-text.ts";
import * as words from "./words.ts";

export interface EditorPorts extends KeyPorts, ChipPorts, PastePorts, ArgumentPorts {
  sent: SentDrafts;
  placeholder: string;
  /** Called after every change of the text, by the user or by the host. */
  changed: () => void;
  /** The whole text was replaced: notes about the old text no longer apply. */
  replaced: () => void;
  focused: () => void;
  blurred: () => void;
  /** A sentence about the selected chip; empty if there is none. */
  hint: (sentence: string) => void;
}

export class Editor {
  readonly #view: EditorView;
  readonly #ports: EditorPorts;
  readonly #plugins: Plugin[];
  readonly #marked = new MarkedDraft();

  constructor(place: HTMLElement, ports: EditorPorts) {
    this.#ports = ports;
    this.#plugins = [
      triggers(ports),
      argumentTokens(ports, signToken),
      recall(ports.sent),
      chipKeys(ports),
      oneHistory(),
      typedText(),
      keys(ports, (state) => this.#marked.set(state)),
      history(),
      pastes(),
      argumentNames(),
      chipText(),
      chipHint(ports.measures, ports.hint),
    ];
    this.#view = new EditorView(
      { mount: place },
      {
        state: this.#fresh(EMPTY_DRAFT),
        attributes: (state) => attributesOf(state, ports.placeholder),
        nodeViews: {
          chip: (node, view, position) => new ChipView(node, view, position, ports),
          folded: (node, view, position) => new FoldedView(node, view, position),
        },
        ...chipMouse,
        clipboardTextSerializer: textOf,
        handleDOMEvents: {
          ...clipboardEvents,
          ...pasteEvents(ports),
          drop: refuseForeignDrop,
          focus: () => ports.focused(),
          blur: () => {
            this.#marked.clear();
            ports.blurred();
          },
        },
        dispatchTransaction: (tr) => {
          this.#view.updateState(this.#view.state.apply(tr));
          this.#marked.follow(tr);
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

  /** Takes the message out. `isMarked`: as it was when the user pressed the key; what was typed since stays. */
  take(isMarked: boolean): Draft {
    const { message, rest } = this.#marked.split(this.#view.state, isMarked);
    this.replace(rest);
    return message;
  }

  /** Replaces the text, with a new undo history and the cursor at the end. */
  replace(draft: Draft): void {
    this.#marked.clear();
    this.#view.updateState(this.#fresh(draft));
    this.#ports.replaced();
  }

  /** Writes into the empty input; `from` and `to` are the selection in the text. */
  write(text: string, from: number, to: number): void {
    this.#view.dispatch(writeText(this.#view.state, text, from, to));
  }

  /** Inserts lines before the text; the cursor stays where the user types. */
  prepend(draft: Draft): void {
    this.#view.dispatch(prependParts(this.#view.state, draft.parts));
  }

  insert(parts: Draft["parts"], at: "caret" | "end"): void {
    if (parts.length > 0) this.#view.dispatch(insertParts(this.#view.state, parts, at));
  }

  /** As if the user typed it at the cursor: a sign opens its list. */
  type(text: string): void {
    const { from, to } = this.#view.state.selection;
    const insert = () => this.#view.state.tr.insertText(text, from, to);
    const isTaken = this.#view.someProp("handleTextInput", (take) => take(this.#view, from, to, text, insert));
    if (isTaken !== true) this.#view.dispatch(insert());
  }

  /** Can be undone, like every removal. */
  remove(part: KnownPart, nth: number): void {
    const tr = removePart(this.#view.state, part, nth);
    if (tr !== undefined) this.#view.dispatch(tr);
  }

  /** Replaces the chip that asked for its text under this id. */
  replaceChip(id: string, parts: Draft["parts"]): void {
    const tr = replaceChip(this.#view.state, id, parts);
    if (tr !== undefined) this.#view.dispatch(tr);
  }

  /** Inserts text as a paste does. */
  insertText(text: string): void {
    pasteText(this.#view, text, this.#ports, false);
  }

  /** Replaces a paste with a chip, unless the user has changed the pasted text. One undo restores it. */
  replacePaste(id: string, part: ChipPart): void {
    const tr = replacePaste(this.#view.state, id, part);
    if (tr !== undefined) this.#view.dispatch(tr);
  }

  /** Moves the cursor to the text at a point of the page, if there is any. */
  placeCaret(left: number, top: number): void {
    const found = this.#view.posAtCoords({ left, top });
    if (found === null) return;
    const { state } = this.#view;
    this.#view.dispatch(state.tr.setSelection(Selection.near(state.doc.resolve(found.pos))));
  }

  /** The user drags a chip or text within the input. */
  get isDragging(): boolean {
    return this.#view.dragging !== null;
  }

  get element(): HTMLElement {
    return this.#view.dom;
  }

  /** Replaces the typed query with the chosen part. */
  choose(token: Token, part: ChipPart): void {
    replaceToken(this.#view, token, part);
    this.#view.focus();
  }

  /** Replaces the typed query with other text. */
  retype(token: Token, text: string): void {
    retypeToken(this.#view, token, text);
    this.#view.focus();
  }

  /** Stops suggestions for the token before the cursor. */
  dismiss(): void {
    const { state } = this.#view;
    this.#view.dispatch(signToken(state) === undefined ? dismissArgument(state) : dismissToken(state));
  }

  /** Treats the words before the cursor, and those that follow, as plain text. */
  endToken(): void {
    this.#view.dispatch(endToken(this.#view.state));
  }

  /** Acts as if the user pressed Enter now. */
  pressEnter(): void {
    const event = new KeyboardEvent("keydown", { key: "Enter" });
    this.#view.someProp("handleKeyDown", (handle) => handle(this.#view, event));
  }

  /** The page coordinates of a text position. */
  rectAt(position: number): DOMRect {
    const { left, top, bottom } = this.#view.coordsAtPos(Math.min(position, this.#view.state.doc.content.size));
    return new DOMRect(left, top, 0, bottom - top);
  }

  /** Sets the ARIA attributes for the list that the input controls; `null` removes one. */
  describe(attributes: Readonly<Record<string, string | null>>): void {
    for (const [name, value] of Object.entries(attributes)) {
      if (value === null) this.#view.dom.removeAttribute(name);
      else this.#view.dom.setAttribute(name, value);
    }
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
    "aria-label": words.message,
    "aria-multiline": "true",
    "aria-placeholder": placeholder,
    "data-placeholder": placeholder,
    class: empty ? "input empty" : "input",
    ...(selectedChip(state) === undefined && !isFoldedSelected(state)
      ? {}
      : { "aria-activedescendant": SELECTED_CHIP_ID }),
  };
}

function refuseForeignDrop(view: EditorView, event: DragEvent): boolean {
  if (view.dragging !== null) return false;
  event.preventDefault();
  return true;
}
