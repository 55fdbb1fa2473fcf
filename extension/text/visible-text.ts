// Text that the user can judge: characters that hide, turn or move text are shown as marks.
import * as words from "./words.ts";

export interface VisiblePiece {
  text: string;
  /** What the mark stands for, in words; nothing for text as it is written. */
  mark?: string;
}

/** Characters that change the text direction. */
const TURNS = String.raw`\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069`;

/** Control characters except tab and line break. */
const CONTROLS = String.raw`\0-\x08\v\f\r\x0e-\x1f\x7f-\x9f`;

/** Characters without width or form: joiners, fillers, selectors, tags and halves of pairs. */
const EMPTY =
  String.raw`\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200d\u2028\u2029\u2060-\u2065\u206a-\u206f` +
  String.raw`\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff\ufdd0-\ufdef\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}` +
  String.raw`\u{e0000}-\u{e0fff}\ud800-\udfff`;

/** Blanks that are not the usual one. */
const BLANKS = String.raw`\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000`;

/** Emoji of several signs, joiners between them included, as fonts draw them. */
const DRAWN = String.raw`\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?`;
const EMOJI = String.raw`[0-9#*]\ufe0f\u20e3|${DRAWN}(?:\u200d${DRAWN})*`;

/** Scripts in which a joiner decides how the letters beside it are drawn. */
const JOINING = String.raw`[[\p{scx=Arab}\p{scx=Syrc}\p{scx=Mong}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}]&&[\p{L}\p{M}]]`;
const JOINED = String.raw`(?<=${JOINING})[\u200c\u200d](?=${JOINING})`;

const UNSEEN = new RegExp(String.raw`(?<kept>${EMOJI}|${JOINED})|[${TURNS}${CONTROLS}${EMPTY}]`, "gv");

/** A run of the same character gets one mark. */
const MARKED = new RegExp(
  String.raw`(?<kept>${EMOJI}|${JOINED}|\r\n)|(?<lines>\n(?:[^\S\n]*\n){4,})|(?<spaces>(?<=\S) {24,})|(?<sign>[${TURNS}${CONTROLS}${EMPTY}${BLANKS}])\k<sign>*`,
  "gv",
);

/** Whether the text has invisible characters, which a user could not judge. Unusual spaces do not count. */
export function hasUnseen(text: string): boolean {
  for (const { groups } of text.matchAll(UNSEEN)) if (groups?.["kept"] === undefined) return true;
  return false;
}

/** Join further pieces into one, so that a text full of marks does not fill the page with elements. */
const MOST_PIECES = 2_000;

/** The pieces in their order; a mark is shown in place of the characters it stands for. */
export function visiblePieces(text: string): VisiblePiece[] {
  const pieces = allPieces(text);
  if (pieces.length <= MOST_PIECES) return pieces;
  const rest = pieces.slice(MOST_PIECES).map((piece) => piece.text);
  return [...pieces.slice(0, MOST_PIECES), { text: rest.join("") }];
}

function allPieces(text: string): VisiblePiece[] {
  const pieces: VisiblePiece[] = [];
  let from = 0;
  for (const { 0: found, index, groups = {} } of text.matchAll(MARKED)) {
    if (groups["kept"] !== undefined) continue;
    if (index > from) pieces.push({ text: text.slice(from, index) });
    pieces.push(...markOf(found, groups));
    from = index + found.length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from) });
  return pieces;
}

/** The same as plain text. */
export function visibleText(text: string): string {
  return visiblePieces(text)
    .map((piece) => piece.text)
    .join("");
}

function markOf(found: string, { lines, spaces, sign = "" }: Record<string, string | undefined>): VisiblePiece[] {
  if (lines !== undefined) {
    const count = lines.split("\n").length - 2;
    return [{ text: "\n" }, { text: `⟨${words.emptyLines(count)}⟩`, mark: words.emptyLines(count) }, { text: "\n" }];
  }
  if (spaces !== undefined)
    return [{ text: `⟨${words.spaces(spaces.length)}⟩`, mark: words.spaces(spaces.length) }, { text: " " }];
  const code = `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
  const count = found.length / sign.length;
  const times = count > 1 ? ` ×${count}` : "";
  return [{ text: `⟨${code}${times}⟩`, mark: words.character(code, nameOf(sign), count) }];
}

const NAMES: readonly [pattern: RegExp, name: string][] = [
  [new RegExp(`[${TURNS}]`, "v"), words.turnsText],
  [new RegExp(`[${CONTROLS}]`, "v"), words.control],
  [new RegExp(`[${BLANKS}]`, "v"), words.unusualSpace],
  [/[\u{e0000}-\u{e0fff}]/v, words.tag],
];

const known = new Map<string, string>();

function nameOf(sign: string): string {
  const name = known.get(sign) ?? NAMES.find(([pattern]) => pattern.test(sign))?.[1] ?? words.invisible;
  known.set(sign, name);
  return name;
}
