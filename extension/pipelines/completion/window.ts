// The text around the caret that goes to the model: whole lines first, then no more bytes than there is room for.
import { utf8Length } from "../../assemble/tokens/utf8.ts";

export interface WindowLimits {
  linesBefore: number;
  linesAfter: number;
  bytesBefore: number;
  bytesAfter: number;
}

export const WINDOW: WindowLimits = { linesBefore: 200, linesAfter: 80, bytesBefore: 8_192, bytesAfter: 3_072 };

export interface Around {
  prefix: string;
  suffix: string;
  /** How much of the document stays out, in characters. */
  leftOut: { before: number; after: number };
}

/** Never cuts the line of the caret, unless that alone is too long, and never a character. */
export function around(text: string, offset: number, limits: WindowLimits = WINDOW): Around {
  // No character has more than three bytes for a unit: what is farther away never fits.
  const near = text.slice(Math.max(0, offset - limits.bytesBefore), offset);
  const prefix = fitEnd(lastLines(near, limits.linesBefore), limits.bytesBefore);
  const suffix = fitStart(
    firstLines(text.slice(offset, offset + limits.bytesAfter), limits.linesAfter),
    limits.bytesAfter,
  );
  const isCut = prefix.length < offset;
  const whole = isCut ? fromLineStart(prefix, text[offset - prefix.length - 1]) : prefix;
  const shown = suffix.length < text.length - offset ? toLineEnd(suffix) : suffix;
  return {
    prefix: whole,
    suffix: shown,
    leftOut: { before: offset - whole.length, after: text.length - offset - shown.length },
  };
}

function lastLines(text: string, most: number): string {
  let at = text.length;
  for (let count = 0; count <= most; count += 1) {
    at = text.lastIndexOf("\n", at - 1);
    if (at <= 0) return text;
  }
  return text.slice(at + 1);
}

function firstLines(text: string, most: number): string {
  let at = -1;
  for (let count = 0; count <= most; count += 1) {
    at = text.indexOf("\n", at + 1);
    if (at === -1) return text;
  }
  return text.slice(0, at + 1);
}

/** Begins after a line break where there is one, so that no half line leads the model astray. */
function fromLineStart(prefix: string, preceding: string | undefined): string {
  if (preceding === "\n") return prefix;
  const at = prefix.indexOf("\n");
  return at === -1 ? prefix : prefix.slice(at + 1);
}

function toLineEnd(suffix: string): string {
  const at = suffix.lastIndexOf("\n");
  return at === -1 ? suffix : suffix.slice(0, at + 1);
}

function fitEnd(text: string, bytes: number): string {
  let cut = text;
  while (utf8Length(cut) > bytes) cut = cut.slice(Math.max(1, Math.ceil((utf8Length(cut) - bytes) / 3)));
  return /^[\uDC00-\uDFFF]/.test(cut) ? cut.slice(1) : cut;
}

function fitStart(text: string, bytes: number): string {
  let cut = text;
  while (utf8Length(cut) > bytes) cut = cut.slice(0, -Math.max(1, Math.ceil((utf8Length(cut) - bytes) / 3)));
  return /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut;
}
