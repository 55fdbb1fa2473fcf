// Cuts long lists and texts, and says how much was omitted.
import * as words from "./words.ts";

export interface Cut {
  text: string;
  /** What was omitted, in words; `undefined` if nothing was. */
  left_out?: string;
}

/** The first lines, up to so many of them and so many characters. */
export function cutText(text: string, most: { lines: number; characters: number }): Cut {
  let at = 0;
  for (let line = 0; line < most.lines; line += 1) {
    const end = text.indexOf("\n", at);
    if (end === -1) {
      at = text.length;
      break;
    }
    at = end + 1;
  }
  const kept = at > most.characters ? lineBefore(text, most.characters) : at;
  if (kept >= text.length) return { text };
  const lines = countBreaks(text, kept);
  return { text: text.slice(0, kept).replace(/\n$/, ""), left_out: words.moreLines(lines) };
}

export interface Listed<Item> {
  items: Item[];
  left_out?: string;
}

export function cutList<Item>(items: readonly Item[], most: number, more: (count: number) => string): Listed<Item> {
  if (items.length <= most) return { items: [...items] };
  return { items: items.slice(0, most), left_out: more(items.length - most) };
}

/** A single line that is too long is cut inside. */
function lineBefore(text: string, at: number): number {
  const start = text.lastIndexOf("\n", at - 1) + 1;
  return start === 0 ? at : start;
}

function countBreaks(text: string, from: number): number {
  let count = text.endsWith("\n") ? 0 : 1;
  for (let at = text.indexOf("\n", from); at !== -1; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}
