// How well what somebody typed stands for a name: the letters in order, and where they are.

export interface Match {
  /** Higher is better; comparable between names matched with the same query. */
  score: number;
  /** The matched positions, ascending. */
  at: number[];
}

/** Nothing outweighs the name itself. */
export const EXACT = 2000;
const PREFIX = 900;
const WORD_START = 800;
const INSIDE = 700;
const HUMPS = 500;
const SCATTERED = 300;
/** The shorter of two names is the likelier one, within its class. */
const LONGEST_PENALTY = 99;

/** `undefined` when the letters of `query` are not in `text` in this order. Case never matters. */
export function matchText(text: string, query: string): Match | undefined {
  if (query === "") return { score: 0, at: [] };
  const low = lowered(text);
  const wanted = lowered(query);
  if (low === wanted) return { score: EXACT, at: positions(0, wanted.length) };
  const penalty = Math.min(LONGEST_PENALTY, low.length - wanted.length);
  const whole = matchWhole(text, low, wanted);
  if (whole !== undefined) return { ...whole, score: whole.score - penalty };
  const humps = matchHumps(text, low, wanted);
  if (humps !== undefined) return { score: HUMPS - penalty, at: humps };
  const scattered = matchScattered(low, wanted);
  if (scattered === undefined) return undefined;
  return { score: SCATTERED - penalty - Math.min(LONGEST_PENALTY, 5 * gaps(scattered)), at: scattered };
}

/** One code unit for one: some letters have longer small ones, and positions must stay what they are. */
export function lowered(text: string): string {
  const low = text.toLowerCase();
  if (low.length === text.length) return low;
  let out = "";
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charAt(at);
    const small = unit.toLowerCase();
    out += small.length === 1 ? small : unit;
  }
  return out;
}

/** Whether a word begins here: at the start, after a separator, at a hump, at the first digit. */
export function isWordStart(text: string, at: number): boolean {
  if (at === 0) return true;
  const before = text.charCodeAt(at - 1);
  const here = text.charCodeAt(at);
  if (!isLetterOrDigit(before)) return isLetterOrDigit(here);
  return (isUpper(here) && !isUpper(before)) || (isDigit(here) && !isDigit(before));
}

function isLetterOrDigit(code: number): boolean {
  return isDigit(code) || isUpper(code) || (code >= 97 && code <= 122) || code > 127;
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isUpper = (code: number): boolean => code >= 65 && code <= 90;

function matchWhole(text: string, low: string, wanted: string): Match | undefined {
  const first = low.indexOf(wanted);
  if (first === -1) return undefined;
  if (first === 0) return { score: PREFIX, at: positions(0, wanted.length) };
  for (let at = first; at !== -1; at = low.indexOf(wanted, at + 1)) {
    if (isWordStart(text, at)) return { score: WORD_START, at: positions(at, wanted.length) };
  }
  return { score: INSIDE, at: positions(first, wanted.length) };
}

/** Each letter begins a word or follows the one before: "uct" in "UserController". */
function matchHumps(text: string, low: string, wanted: string): number[] | undefined {
  const at: number[] = [];
  let from = 0;
  for (let index = 0; index < wanted.length; index += 1) {
    const unit = wanted.charCodeAt(index);
    if (index > 0 && low.charCodeAt(from) === unit) {
      at.push(from++);
      continue;
    }
    while (from < low.length && !(low.charCodeAt(from) === unit && isWordStart(text, from))) from += 1;
    if (from === low.length) return undefined;
    at.push(from++);
  }
  return at;
}

/** The first place where all of it ends, then back from there, so that the letters stand close together. */
function matchScattered(low: string, wanted: string): number[] | undefined {
  let from = 0;
  for (let index = 0; index < wanted.length; index += 1) {
    const found = low.indexOf(wanted.charAt(index), from);
    if (found === -1) return undefined;
    from = found + 1;
  }
  const at: number[] = [];
  for (let index = wanted.length - 1, end = from - 1; index >= 0; index -= 1) {
    const found = low.lastIndexOf(wanted.charAt(index), end);
    at.unshift(found);
    end = found - 1;
  }
  return at;
}

function gaps(at: readonly number[]): number {
  return at.filter((position, index) => index > 0 && position !== (at[index - 1] ?? 0) + 1).length;
}

function positions(from: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => from + index);
}
