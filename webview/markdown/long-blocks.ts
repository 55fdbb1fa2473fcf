// Cuts long lists and tables into pieces, so that a growing one is rendered again only at its end.

/** A list or a table is cut at the first place after this many characters. */
const LONG = 3_000;

export interface Piece {
  /** Where it begins in the text of the whole block. */
  start: number;
  /** The text to put before it when it is rendered alone: the head of its table. */
  prefix: string;
}

/** A cut depends only on the text before it, so a growing list is cut in the same places as a complete one. */
export function cutList(text: string): Piece[] {
  const pieces: Piece[] = [{ start: 0, prefix: "" }];
  let item = itemAt(text, 0);
  let start = 0;
  for (const at of lineStarts(text)) {
    const next = itemAt(text, at);
    if (next === undefined || item === undefined || next.indent >= item.content || next.kind !== item.kind) continue;
    item = next;
    if (at - start < LONG) continue;
    pieces.push({ start: at, prefix: "" });
    start = at;
  }
  return pieces;
}

export function cutTable(text: string): Piece[] {
  const pieces: Piece[] = [{ start: 0, prefix: "" }];
  const head = text.indexOf("\n", text.indexOf("\n") + 1) + 1;
  let start = 0;
  for (const at of lineStarts(text)) {
    if (at <= head || at - start < LONG || at === text.length) continue;
    pieces.push({ start: at, prefix: text.slice(0, head) });
    start = at;
  }
  return pieces;
}

export function isLong(text: string): boolean {
  return text.length >= LONG;
}

interface Item {
  indent: number;
  /** The column its content begins at. */
  content: number;
  /** Its bullet, or what follows its number. */
  kind: string;
}

const ITEM = /( {0,3})([-*+]|\d{1,9}([.)]))(?:( {1,4})(?! )|(?=[ \t\n]|$))/y;
const BREAK = / {0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*(?:\n|$)/y;

function itemAt(text: string, at: number): Item | undefined {
  BREAK.lastIndex = at;
  if (BREAK.test(text)) return undefined;
  ITEM.lastIndex = at;
  const [all, indent = "", marker = "", delimiter, space = " "] = ITEM.exec(text) ?? [];
  if (all === undefined) return undefined;
  return {
    indent: indent.length,
    content: indent.length + marker.length + space.length,
    kind: delimiter ?? marker,
  };
}

function* lineStarts(text: string): Generator<number> {
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) yield at + 1;
}
