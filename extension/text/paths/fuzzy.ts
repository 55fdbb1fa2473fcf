// How well a query matches a name. The letters must come in order and close together; a match says where they are.

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

/** The least share that scattered letters must have of the text from the first to the last of them. */
const DENSE = { fromWordStart: 0.5, fromInside: 0.75 };

/**
 * `undefined` when the letters of `query` are not in `text` in this order, or lie too far apart to be meant.
 * Case never matters. Of several words each begins a word of the text.
 */
export function matchText(text: string, query: string): Match | undefined {
  const close = matchClosely(text, query);
  if (close !== undefined || hasBlank(query)) return close;
  const [low, wanted] = [lowered(text), lowered(query)];
  const at = matchScattered(low, wanted);
  if (at === undefined || !isDense(at.length, spanOf(at), isWordStart(text, at[0] ?? 0))) return undefined;
  return { score: SCATTERED - lengthPenalty(low, wanted) - Math.min(LONGEST_PENALTY, 5 * gaps(at)), at };
}

/** As `matchText`, but never letters that lie anywhere: in a long text they always do. */
export function matchClosely(text: string, query: string): Match | undefined {
  if (query === "") return { score: 0, at: [] };
  const low = lowered(text);
  const wanted = lowered(query);
  if (low === wanted) return { score: EXACT, at: positions(0, wanted.length) };
  const penalty = lengthPenalty(low, wanted);
  const whole = matchWhole(text, low, wanted);
  if (whole !== undefined && !(hasBlank(query) && isLoose(whole))) return { ...whole, score: whole.score - penalty };
  if (hasBlank(query)) return matchWords(text, low, wanted);
  const humps = matchHumps(text, low, wanted);
  return humps && { score: HUMPS - penalty, at: humps };
}

export function hasBlank(query: string): boolean {
  return query.includes(" ");
}

/** Whether a match is less than the query as a whole, from the start of a word on. */
export function isLoose({ score }: Pick<Match, "score">): boolean {
  return score <= INSIDE;
}

/** `span`: from the first of the letters to the last. */
export function isDense(letters: number, span: number, beginsWord: boolean): boolean {
  return letters >= span * (beginsWord ? DENSE.fromWordStart : DENSE.fromInside);
}

function lengthPenalty(low: string, wanted: string): number {
  return Math.min(LONGEST_PENALTY, low.length - wanted.length);
}

/** Each word where a word of the text begins, in any order. A word that begins with a sign may stand anywhere. */
function matchWords(text: string, low: string, wanted: string): Match | undefined {
  const at = new Set<number>();
  for (const word of wanted.split(" ").filter((one) => one !== "")) {
    const found = wordAt(text, low, word);
    if (found === undefined) return undefined;
    for (const position of positions(found, word.length)) at.add(position);
  }
  if (at.size === 0) return undefined;
  return { score: WORD_START - lengthPenalty(low, wanted), at: [...at].sort((a, b) => a - b) };
}

/** The last place where it begins a word: in a path names stand at the end. */
function wordAt(text: string, low: string, word: string): number | undefined {
  for (let at = low.lastIndexOf(word); at !== -1; at = at === 0 ? -1 : low.lastIndexOf(word, at - 1)) {
    if (isWordStart(text, at) || !isLetterOrDigit(word.charCodeAt(0))) return at;
  }
  return undefined;
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

const SLASH = 47;
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

/** Each letter begins a word or follows the one before: "uct" in "UserController". A slash goes to the next one. */
function matchHumps(text: string, low: string, wanted: string): number[] | undefined {
  for (let start = low.indexOf(wanted.charAt(0)); start !== -1; start = low.indexOf(wanted.charAt(0), start + 1)) {
    const at = isWordStart(text, start) ? humpsFrom(text, low, wanted, start) : undefined;
    if (at !== undefined) return at;
  }
  return undefined;
}

/** As humps are, from the first letter on: "fl" and "firlo" in "first-look". */
export function matchInitials(text: string, query: string): number[] | undefined {
  const [low, wanted] = [lowered(text), lowered(query)];
  return wanted !== "" && low.startsWith(wanted.charAt(0)) ? humpsFrom(text, low, wanted, 0) : undefined;
}

function humpsFrom(text: string, low: string, wanted: string, start: number): number[] | undefined {
  const at = [start];
  let from = start + 1;
  for (let index = 1; index < wanted.length; index += 1) {
    const unit = wanted.charCodeAt(index);
    const goesOn = (place: number): boolean => unit === SLASH || isWordStart(text, place);
    if (low.charCodeAt(from) !== unit) {
      while (from < low.length && !(low.charCodeAt(from) === unit && goesOn(from))) from += 1;
    }
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

function spanOf(at: readonly number[]): number {
  return (at.at(-1) ?? 0) - (at[0] ?? 0) + 1;
}

function gaps(at: readonly number[]): number {
  return at.filter((position, index) => index > 0 && position !== (at[index - 1] ?? 0) + 1).length;
}

function positions(from: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => from + index);
}
