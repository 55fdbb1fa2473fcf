// A fast first match of a query against a path, as an array of units: whether it contains the query, and how well.
import { isDense } from "../../text/paths/fuzzy.ts";

/** Unit, and in the highest bit whether a word begins there. */
export const WORD_START = 0x8000;
export const UNIT = 0x7fff;

/** The classes of a first match, best first. Only the best candidates are matched exactly. */
const EXACT = 0;
const BEGINNING = 1;
const WORD = 2;
const INITIALS = 3;
const INSIDE = 4;
const ENDING = 5;
const HUMPS = 6;
const DENSE = 7;
export const CLASSES = 8;
/** The letters are there in order but too far apart: with more letters it may become a match. */
export const HELD = 8;
export const NO_MATCH = 9;

/** A stretch of units to be looked at, from `start` to `end`; its name begins at `name`, and `folder` says which one it is in. */
export interface Stretch {
  start: number;
  name: number;
  end: number;
  folder: number;
}

/** One bit for each letter: the exact match compares the letters beyond these. */
const MOST_LETTERS = 30;
const SLASH = 47;
const DOT = 46;

/** How far a walk has come. Bits are places in the query: those met in one run, and in runs that each begin a word. */
interface Walked {
  met: number;
  run: number;
  humps: number;
  reached: number;
  /** Where the last letter was met in order, or -1. */
  stop: number;
  whole: number;
}

const NOTHING: Walked = { met: 0, run: 0, humps: 0, reached: 0, stop: -1, whole: NO_MATCH };

/** Compares one query with very many paths. The match of a folder is computed once for all paths in it that follow. */
export class FirstLook {
  readonly #query: Uint16Array;
  /** For each letter, its places in the query as bits. */
  readonly #places = new Uint32Array(UNIT + 1);
  readonly #dense: boolean;
  readonly #before: Walked = { ...NOTHING };
  readonly #walked: Walked = { ...NOTHING };
  #folder = -1;

  /** `dense`: letters inside words count, too, if they are close together. */
  constructor(query: string, dense: boolean) {
    this.#query = unitsOf(query).subarray(0, MOST_LETTERS);
    this.#query.forEach((unit, at) => (this.#places[unit] = (this.#places[unit] ?? 0) | (1 << at)));
    this.#dense = dense;
  }

  get mask(): number {
    return maskOf(this.#query, 0, this.#query.length);
  }

  grade(units: Uint16Array, { start, name, end, folder }: Stretch): number {
    if (folder !== this.#folder) {
      this.#folder = folder;
      this.#walk(units, start, name, start, NOTHING, this.#before);
    }
    const { stop, whole, reached } = this.#walk(units, name, end, start, this.#before, this.#walked);
    if (whole === BEGINNING && this.#query.length === end - start) return EXACT;
    const isInEnding = whole === WORD && isEnding(units, name, end, this.#query);
    if (whole <= WORD && !isInEnding) return whole;
    if (stop === -1 && !isInEnding) return NO_MATCH;
    if (start === name && hasInitials(units, start, end, this.#query)) return INITIALS;
    if (isInEnding) return ENDING;
    if (whole === INSIDE) return INSIDE;
    if ((reached & (1 << (this.#query.length - 1))) !== 0) return HUMPS;
    return this.#dense && isDenseBefore(units, start, stop, this.#query) ? DENSE : HELD;
  }

  #walk(units: Uint16Array, from: number, to: number, start: number, before: Walked, into: Walked): Walked {
    const places = this.#places;
    const { length } = this.#query;
    const last = 1 << (length - 1);
    let { met, run, humps, reached, stop, whole } = before;
    for (let at = from; at < to && whole > WORD; at += 1) {
      const unit = units[at] ?? 0;
      const plain = unit & UNIT;
      const here = places[plain] ?? 0;
      if (met < length && (here & (1 << met)) !== 0 && ++met === length) stop = at;
      run = ((run << 1) | 1) & here;
      humps = (unit >= WORD_START || plain === SLASH ? (reached << 1) | 1 : humps << 1) & here;
      reached |= humps;
      if ((run & last) === 0) continue;
      const begin = at - length + 1;
      whole = begin === start ? BEGINNING : (units[begin] ?? 0) >= WORD_START ? WORD : INSIDE;
    }
    into.met = met;
    into.run = run;
    into.humps = humps;
    into.reached = reached;
    into.stop = stop;
    into.whole = whole;
    return into;
  }
}

/** Whether the query begins a word behind the name's last dot, and none before it. */
function isEnding(units: Uint16Array, name: number, end: number, query: Uint16Array): boolean {
  let dot = end - 1;
  while (dot > name && units[dot] !== DOT) dot -= 1;
  return dot > name && holdsWord(units, dot + 1, end, query) && !holdsWord(units, name, dot, query);
}

/** Each letter begins a word of the name or follows the one before, from the first on, and none is in the ending. */
function hasInitials(units: Uint16Array, start: number, end: number, query: Uint16Array): boolean {
  let at = start;
  for (let index = 0; index < query.length; index += 1) {
    const wanted = query[index];
    if (((units[at] ?? 0) & UNIT) !== wanted || at >= end) {
      if (index === 0) return false;
      while (at < end && units[at] !== DOT && units[at] !== ((wanted ?? 0) | WORD_START)) at += 1;
    }
    if (at >= end || (units[at] === DOT && at > start)) return false;
    at += 1;
  }
  return true;
}

function unitsOf(text: string): Uint16Array {
  return Uint16Array.from({ length: text.length }, (_, at) => text.charCodeAt(at) & UNIT);
}

/** As `FirstLook`, for several words: each begins a word somewhere; the more of them do in the name, the better. */
export class WordsLook {
  readonly #words: readonly Uint16Array[];
  /** All of them with what stands between. */
  readonly #whole: FirstLook;

  constructor(query: string) {
    this.#words = query
      .split(" ")
      .filter((word) => word !== "")
      .map(unitsOf);
    this.#whole = new FirstLook(query, false);
  }

  get mask(): number {
    return this.#words.reduce((all, word) => all | maskOf(word, 0, word.length), 0);
  }

  grade(units: Uint16Array, stretch: Stretch): number {
    const { start, name, end } = stretch;
    let grade = 0;
    for (const word of this.#words) {
      if (holdsWord(units, name, end, word)) continue;
      if (!holdsWord(units, start, name, word)) return this.#whole.grade(units, stretch) <= INSIDE ? 0 : NO_MATCH;
      grade = Math.min(DENSE, grade + 1);
    }
    return grade;
  }
}

function holdsWord(units: Uint16Array, start: number, end: number, word: Uint16Array): boolean {
  const first = word[0] ?? 0;
  const isSign = first < 128 && !isAsciiWord(first);
  for (let at = start; at + word.length <= end; at += 1) {
    const unit = units[at] ?? 0;
    if ((unit & UNIT) !== first || (unit < WORD_START && !isSign)) continue;
    let same = 1;
    while (same < word.length && ((units[at + same] ?? 0) & UNIT) === word[same]) same += 1;
    if (same === word.length) return true;
  }
  return false;
}

function isAsciiWord(unit: number): boolean {
  return (unit >= 97 && unit <= 122) || (unit >= 48 && unit <= 57);
}

/** From where the last letter was met back to the first, so that the letters stand close together. */
function isDenseBefore(units: Uint16Array, start: number, stop: number, query: Uint16Array): boolean {
  if (query.length === MOST_LETTERS) return true;
  let at = stop;
  for (let wanted = query.length - 2; wanted >= 0 && at > start; wanted -= 1) {
    do at -= 1;
    while (at > start && ((units[at] ?? 0) & UNIT) !== query[wanted]);
  }
  return isDense(query.length, stop - at + 1, (units[at] ?? 0) >= WORD_START);
}

/** One bit for each letter, one for digits, and a few that all other characters share. */
export function maskOf(units: Uint16Array, start: number, end: number): number {
  let mask = 0;
  for (let at = start; at < end; at += 1) {
    const unit = (units[at] ?? 0) & UNIT;
    if (unit >= 97 && unit <= 122) mask |= 1 << (unit - 97);
    else if (unit >= 48 && unit <= 57) mask |= 1 << 26;
    else mask |= 1 << (27 + (unit % 4));
  }
  return mask;
}
