// Finds the token to suggest for: a sign that the user typed, and the text from it to the cursor.
import type { Node } from "prosemirror-model";
import { Plugin, PluginKey, TextSelection, type EditorState, type Transaction } from "prosemirror-state";
import { isTokenKey } from "./token-keys.ts";

type Sign = "@" | "/" | "#";

export interface Token {
  /** `value`: the value of an argument, which has no sign. */
  sign: Sign | "value";
  /** Without the sign. After `@` it may have several words and end with a space. */
  query: string;
  /** From before the sign to the cursor. */
  from: number;
  to: number;
  /** The command that the value is for, and the text between them. */
  of?: { id: string; before: string };
}

export interface TriggerPorts {
  /** `undefined`: there is no token now. */
  token: (token: Token | undefined) => void;
  /** Called for a key while there is a token. Returns whether the list handled it. */
  tokenKey: (key: string) => boolean;
}

interface Typed {
  /** The positions of signs that the user typed, without those closed with Escape. */
  signs: readonly number[];
  token: Token | undefined;
  /** The query of a token that has ended: no suggestions while the text still begins with it. */
  ended?: Pick<Token, "from" | "query"> | undefined;
}

/** Scripts without spaces between words, so a sign may follow a letter directly. */
const SPACELESS = ["Han", "Hira", "Kana", "Hang", "Bopo", "Thai", "Lao", "Khmr", "Mymr"]
  .map((script) => String.raw`\p{scx=${script}}`)
  .join("");

/** The text after `@`: up to five words with single spaces between them; only the first may begin with a sign. */
const WORDS = String.raw`(?:\S+(?: [^\s@#/]\S*){0,4} ?)?$`;

/** The text up to the last sign: a slash at the start, or another sign after the end of a word. */
const UP_TO_SIGN = new RegExp(
  String.raw`^(?:.*(?:@(?=${WORDS})|#(?=\S*$))(?<=(?:^|[\s([{"'${SPACELESS}]|[^\p{ASCII}\p{L}\p{M}\p{N}]).)|/(?=\S*$))`,
  "su",
);

/** Stands for a chip in the text: ends a word and a token. */
const CHIP = "\n";

/** A word continues after the cursor. */
const GOES_ON = new RegExp(String.raw`^(?![${SPACELESS}])[\p{L}\p{N}_]`, "u");

const key = new PluginKey<Typed>("trigger");
const NONE: Typed = { signs: [], token: undefined };

export function triggers(ports: TriggerPorts): Plugin<Typed> {
  // ProseMirror reports typed text here, before its transaction; pasted text is not reported.
  let typing: { at: number; text: string } | undefined;
  return new Plugin<Typed>({
    key,
    state: {
      init: () => NONE,
      apply(tr, before, _old, state) {
        const typed = tr.docChanged ? typing : undefined;
        if (tr.docChanged) typing = undefined;
        return next(tr, before, state, typed);
      },
    },
    props: {
      handleTextInput(_view, from, _to, text) {
        // With everything selected, `from` is the position before the first line.
        typing = { at: Math.max(from, 1), text };
        return false;
      },
      handleKeyDown(view, event) {
        return isTokenKey(view, event) && key.getState(view.state)?.token !== undefined && ports.tokenKey(event.key);
      },
    },
    view: () => ({
      update(view, old) {
        const token = key.getState(view.state)?.token;
        if (token !== key.getState(old)?.token) ports.token(token);
      },
    }),
  });
}

/** Ends the token: nothing was found, or the input lost the focus. More words are plain text; a changed query begins it again. */
export function endToken(state: EditorState): Transaction {
  return state.tr.setMeta(key, "end").setMeta("addToHistory", false);
}

export function signToken(state: EditorState): Token | undefined {
  return key.getState(state)?.token;
}

/** The token's sign is a plain character from now on. */
export function dismissToken(state: EditorState): Transaction {
  return state.tr.setMeta(key, "dismiss").setMeta("addToHistory", false);
}

function next(
  tr: Transaction,
  before: Typed,
  state: EditorState,
  typed: { at: number; text: string } | undefined,
): Typed {
  if (tr.getMeta(key) === "dismiss")
    return { signs: before.signs.filter((at) => at !== before.token?.from), token: undefined };
  if (tr.getMeta(key) === "end") return { ...before, token: undefined, ended: before.token ?? before.ended };
  let { signs } = before;
  if (tr.docChanged && signs.length > 0) {
    signs = signs.flatMap((at) => {
      const mapped = tr.mapping.mapResult(at, 1);
      return mapped.deletedAfter ? [] : [mapped.pos];
    });
  }
  if (typed !== undefined) {
    for (const { index } of typed.text.matchAll(/[@/#]/g)) signs = [...signs, typed.at + index];
  }
  if (signs.length === 0) return before === NONE ? before : NONE;
  const ended = before.ended && { ...before.ended, from: tr.mapping.map(before.ended.from, 1) };
  // Moving the cursor can end a token but not begin one; the same is true of undo.
  if (typed === undefined && before.token === undefined) return { signs, token: undefined, ended };
  const stood = before.token && tr.mapping.map(before.token.from, 1);
  const found = tokenAt(state, signs);
  const token = found && goesOn(found, stood, ended) ? found : undefined;
  const isMoved = !tr.docChanged && token?.to !== before.token?.to;
  if (typed === undefined && (isMoved || token?.from !== stood)) return { signs, token: undefined, ended };
  return { signs, token: token && before.token && isSame(token, before.token) ? before.token : token, ended };
}

/** A query with a space never begins a token: it continues one, or one that ended and whose last letters were deleted. */
function goesOn({ from, query }: Token, stood: number | undefined, ended: Typed["ended"]): boolean {
  if (!query.includes(" ") || from === stood) return true;
  return ended?.from === from && !query.startsWith(ended.query);
}

function isSame(a: Token, b: Token): boolean {
  return a.from === b.from && a.to === b.to && a.query === b.query;
}

/** The token that ends at the cursor, if the user typed its sign and the sign has a meaning there. */
function tokenAt({ doc, selection }: EditorState, signs: readonly number[]): Token | undefined {
  if (!(selection instanceof TextSelection) || !selection.empty) return undefined;
  const { $from } = selection;
  const before = $from.parent.textBetween(0, $from.parentOffset, undefined, CHIP);
  const after = $from.parent.textBetween($from.parentOffset, $from.parent.content.size, undefined, " ");
  const head = UP_TO_SIGN.exec(before)?.[0];
  if (head === undefined || GOES_ON.test(after)) return undefined;
  const query = before.slice(head.length);
  const sign = head.endsWith("@") ? "@" : head.endsWith("#") ? "#" : "/";
  const to = $from.pos;
  const from = to - query.length - 1;
  if (!signs.includes(from) || isInCode(doc, $from.index(0), head.slice(0, -1))) return undefined;
  if (sign === "/" && from !== 1) return undefined;
  if (sign === "#" && !/^\p{L}/u.test(query)) return undefined;
  return { sign, query, from, to };
}

/** In an open fence of the lines above, or behind an odd number of backticks in its own line. */
function isInCode(doc: Node, line: number, before: string): boolean {
  let fence = "";
  for (let index = 0; index < line; index += 1) {
    const found = /^ {0,3}(`{3,}|~{3,})/.exec(doc.child(index).textContent)?.[1];
    if (found === undefined) continue;
    if (fence === "") fence = found;
    else if (found.startsWith(fence)) fence = "";
  }
  return fence !== "" || (before.match(/`+/g)?.length ?? 0) % 2 === 1;
}
