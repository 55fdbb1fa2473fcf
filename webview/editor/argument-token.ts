// Finds the argument value to complete: the word at the cursor, after a command that has completions.
import type { Node } from "prosemirror-model";
import { Plugin, PluginKey, TextSelection, type EditorState, type Transaction } from "prosemirror-state";
import { quoteWord, wordOf } from "../../extension/message/command.ts";
import { beginsWithSlash, typedCommand } from "../../extension/message/given-command.ts";
import { toDraft } from "./draft.ts";
import { chipOf } from "./schema.ts";
import type { Token, TriggerPorts } from "./trigger.ts";
import { isTokenKey } from "./token-keys.ts";

export interface ArgumentPorts extends TriggerPorts {
  /** Whether the arguments of this command may have completions. */
  completes: (id: string) => boolean;
}

interface Typed {
  token: Token | undefined;
  /** The position of a word for which the user closed the list with Escape. */
  dismissed: number | undefined;
}

const key = new PluginKey<Typed>("argument-token");
const NONE: Typed = { token: undefined, dismissed: undefined };

/** `other` is the token of a sign, which takes precedence. */
export function argumentTokens(ports: ArgumentPorts, other: (state: EditorState) => Token | undefined): Plugin<Typed> {
  return new Plugin<Typed>({
    key,
    state: {
      init: () => NONE,
      apply: (tr, before, _old, state) => next(tr, before, other(state) === undefined ? find(state, ports) : undefined),
    },
    props: {
      handleKeyDown(view, event) {
        return isTokenKey(view, event) && key.getState(view.state)?.token !== undefined && ports.tokenKey(event.key);
      },
    },
    view: () => ({
      update(view, old) {
        const token = key.getState(view.state)?.token;
        if (token !== key.getState(old)?.token && other(view.state) === undefined) ports.token(token);
      },
    }),
  });
}

/** Offers no more completions for the word at the cursor. */
export function dismissArgument(state: EditorState): Transaction {
  return state.tr.setMeta(key, "dismiss").setMeta("addToHistory", false);
}

function next(tr: Transaction, before: Typed, found: Token | undefined): Typed {
  if (tr.getMeta(key) === "dismiss") return { token: undefined, dismissed: before.token?.from };
  const dismissed = before.dismissed === undefined ? undefined : tr.mapping.map(before.dismissed, -1);
  if (found === undefined || found.from === dismissed) {
    if (before.token === undefined && before.dismissed === dismissed) return before;
    return { token: undefined, dismissed: found === undefined ? undefined : dismissed };
  }
  // Moving the cursor does not start a token.
  if (before.token === undefined && !tr.docChanged) return { token: undefined, dismissed };
  const { token } = before;
  const isSame = token?.from === found.from && token.to === found.to && token.of?.before === found.of?.before;
  return { token: isSame ? token : found, dismissed: undefined };
}

/** Only at the end of the text: completing a word before other text could shift the arguments after it. */
function find({ doc, selection }: EditorState, { completes }: ArgumentPorts): Token | undefined {
  if (!(selection instanceof TextSelection) || !selection.empty) return undefined;
  const { $from } = selection;
  if (doc.textBetween($from.pos, doc.content.size, " ", "x").trim() !== "") return undefined;
  const call = callIn(doc, $from.pos);
  if (call === undefined || !completes(call.id)) return undefined;
  const { before } = call;
  // A space must separate the command and its arguments.
  if (!/^\s/.test(before)) return undefined;
  const query = /\S*$/.exec(before)?.[0] ?? "";
  const at = { id: call.id, before: before.replace(/^\s/, "") };
  return { sign: "value", query, from: $from.pos - query.length, to: $from.pos, of: at };
}

/** The command of the first line and the text from it to the cursor, with chips as text. */
function callIn(doc: Node, caret: number): { id: string; before: string } | undefined {
  const first = doc.firstChild?.firstChild;
  const chip = first ? chipOf(first) : undefined;
  const from = chip?.type === "command" ? 1 + (first?.nodeSize ?? 0) : 1;
  if (caret < from) return undefined;
  const text = doc.textBetween(from, caret, "\n", (leaf) => {
    const part = chipOf(leaf);
    return part === undefined || part.type === "command" ? "x" : quoteWord(wordOf(part));
  });
  if (chip?.type === "command") return { id: chip.id, before: text };
  if (!beginsWithSlash(text)) return undefined;
  const [opening] = toDraft(doc).parts;
  const typed = opening?.type === "text" ? typedCommand({ ...opening, text }) : undefined;
  return typed && { id: typed.id, before: typed.rest };
}
