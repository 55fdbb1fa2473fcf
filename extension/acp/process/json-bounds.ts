// Whether Galley can parse a JSON text without blocking: counts its depth and its values before it is parsed.
import * as words from "../words.ts";

/** Deeper values overflow the stack of recursive functions. */
const MOST_DEPTH = 200;

/** Every value takes time and memory, even a small one. */
const MOST_VALUES = 20_000;

/** Why the text is not parsed; `undefined` if it is within bounds. Invalid JSON may pass. */
export function tooMuchOf(text: string): string | undefined {
  // A text this short cannot exceed a limit.
  if (text.length <= MOST_DEPTH) return undefined;
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === 0x22) at = endOfText(text, at);
    else if (sign === 0x7b || sign === 0x5b) {
      depth += 1;
      values += 1;
      if (depth > MOST_DEPTH) return words.messageTooDeep(MOST_DEPTH);
    } else if (sign === 0x7d || sign === 0x5d) depth -= 1;
    else if (sign === 0x2c) values += 1;
    if (values > MOST_VALUES) return words.tooManyValues(MOST_VALUES);
  }
  return undefined;
}

/** The index of the quote that ends the string. */
function endOfText(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === 0x5c) slashes += 1;
    if (slashes % 2 === 0) return at;
  }
  return text.length;
}
