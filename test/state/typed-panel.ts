// The panel's state with an input that has no page: a test types, presses keys and plays the host.
import { EditorState, Selection, TextSelection, type Transaction } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import type { KnownPart } from "../../extension/message/part.ts";
import { EMPTY_DRAFT, type Draft } from "../../extension/protocol/draft.ts";
import type { Suggestion } from "../../extension/protocol/suggest.ts";
import { replaceToken, retypeToken } from "../../webview/editor/choose.ts";
import { insertParts, insertText, prependParts, writeText } from "../../webview/editor/commands.ts";
import { isBlankDoc, toDoc, toDraft } from "../../webview/editor/draft.ts";
import { MarkedDraft } from "../../webview/editor/marked-draft.ts";
import { removePart } from "../../webview/editor/chips/remove-part.ts";
import type { ChipPart } from "../../webview/editor/schema.ts";
import { dismissToken, endToken, triggers, type Token } from "../../webview/editor/trigger.ts";
import type { DraftEditor } from "../../webview/state/compositor.svelte.ts";
import { Panel } from "../../webview/state/panel.svelte.ts";
import type { TokenEditor } from "../../webview/state/suggestions.svelte.ts";
import { conversation } from "../webview/samples.ts";
import { KeptHost } from "./host.ts";

/** `told`: whether the host has said which conversation this is. */
export function typedPanel(told = true): { panel: Panel; host: KeptHost; input: PlainInput } {
  const host = new KeptHost();
  const panel = new Panel(host, "main");
  const input = new PlainInput(panel);
  if (told) panel.receive({ type: "snapshot", snapshot: conversation() });
  return { panel, host, input };
}

/** The host's answer to the last question for suggestions. */
export function answerLast(panel: Panel, host: KeptHost, items: Suggestion[], done = true, ahead?: string[]): void {
  const round = host.posted("suggest").at(-1)?.round ?? -1;
  panel.receive({ type: "suggestions", round, items, done, ...(ahead && { ahead }) });
}

/** Wired to the panel as its composer does it. */
class PlainInput implements DraftEditor, TokenEditor {
  state: EditorState;
  readonly isDragging = false;
  readonly #panel: Panel;
  readonly #plugin;
  /** All of a view that the editor's functions use here. */
  readonly #view: EditorView;
  readonly #watch;
  readonly #marked = new MarkedDraft();

  constructor(panel: Panel) {
    this.#panel = panel;
    this.#plugin = triggers({
      token: (token) => panel.suggestions.take(token),
      tokenKey: (key) => panel.suggestions.press(key),
    });
    this.state = this.#fresh(EMPTY_DRAFT);
    const dispatch = (tr: Transaction) => this.#apply(tr);
    const getState = () => this.state;
    const view = {
      composing: false,
      dispatch,
      get state() {
        return getState();
      },
    };
    this.#view = view as unknown as EditorView;
    this.#watch = this.#plugin.spec.view?.(this.#view);
    panel.compositor.attach(this);
    panel.suggestions.attach(this);
  }

  /** Letter by letter, as a keyboard does; a line break as Shift+Enter. */
  type(words: string): void {
    for (const letter of words) {
      const { from, to } = this.state.selection;
      if (letter === "\n") {
        this.#apply(this.state.tr.split(from));
        continue;
      }
      const tr = this.state.tr.insertText(letter, from, to);
      this.#plugin.props.handleTextInput?.call(this.#plugin, this.#view, from, to, letter, () => tr);
      this.#apply(tr);
    }
  }

  paste(words: string): void {
    this.#apply(insertText(this.state, words));
  }

  /** What no list takes is the input's own: Enter sends, Backspace removes a letter. */
  press(...names: string[]): void {
    for (const key of names) {
      const event = { key } as KeyboardEvent;
      if (this.#plugin.props.handleKeyDown?.call(this.#plugin, this.#view, event) === true) continue;
      if (key === "Enter") this.#panel.compositor.submit();
      else if (key === "Backspace")
        this.#apply(this.state.tr.delete(this.state.selection.from - 1, this.state.selection.to));
    }
  }

  /** The caret, counted from the start of the first line. */
  moveTo(offset: number): void {
    this.#apply(this.state.tr.setSelection(TextSelection.create(this.state.doc, 1 + offset)));
  }

  /** The focus goes elsewhere. */
  blur(): void {
    this.#panel.compositor.flush();
    this.#panel.suggestions.leave();
  }

  get draft(): Draft {
    return toDraft(this.state.doc);
  }

  get isBlank(): boolean {
    return isBlankDoc(this.state.doc);
  }

  /** A key of VS Code's: what is typed from now on is the next message. */
  mark(): void {
    this.#marked.set(this.state);
  }

  take(isMarked: boolean): Draft {
    const { message, rest } = this.#marked.split(this.state, isMarked);
    this.replace(rest);
    return message;
  }

  replace(draft: Draft): void {
    this.#marked.clear();
    this.state = this.#fresh(draft);
    this.#panel.suggestions.leave();
  }

  write(text: string, from: number, to: number): void {
    this.#apply(writeText(this.state, text, from, to));
  }

  prepend(draft: Draft): void {
    this.#apply(prependParts(this.state, draft.parts));
  }

  insert(parts: Draft["parts"], at: "caret" | "end"): void {
    this.#apply(insertParts(this.state, parts, at));
  }

  remove(part: KnownPart, nth: number): void {
    const tr = removePart(this.state, part, nth);
    if (tr !== undefined) this.#apply(tr);
  }

  choose(token: Token, part: ChipPart): void {
    replaceToken(this.#view, token, part);
  }

  retype(token: Token, text: string): void {
    retypeToken(this.#view, token, text);
  }

  dismiss(): void {
    this.#apply(dismissToken(this.state));
  }

  endToken(): void {
    this.#apply(endToken(this.state));
  }

  pressEnter(): void {
    this.press("Enter");
  }

  replaceChip(): void {
    throw new Error("no chip asks for its text here");
  }

  showArguments(): void {
    // Names of arguments are drawn only.
  }

  focus(): void {
    // There is nothing else to be in.
  }

  #apply(tr: Transaction): void {
    const before = this.state;
    this.state = before.apply(tr);
    this.#marked.follow(tr);
    this.#watch?.update?.(this.#view, before);
    if (tr.docChanged) this.#panel.compositor.changed();
  }

  #fresh(draft: Draft): EditorState {
    const doc = toDoc(draft);
    return EditorState.create({ doc, selection: Selection.atEnd(doc), plugins: [this.#plugin] });
  }
}
