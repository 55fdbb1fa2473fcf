// What a text is made of, as far as tokens go: words, numbers, marks and gaps, counted in one pass without a vocabulary.

/** Vocabularies cut where one kind of character follows another, and cut long runs again: borders and insides are counted. */
export interface Profile {
  /** A letter after something else, or a capital after a small letter. */
  words: number;
  /** Small letters after a letter. */
  letters: number;
  /** Capitals after a capital. */
  capitals: number;
  /** A digit after something else, and digits after a digit. */
  numbers: number;
  digits: number;
  /** Letters and digits far into a run of their kind, where no word of a vocabulary reaches. */
  long: number;
  /** Letters next to digits: names of versions, hashes, encoded bytes. */
  mixed: number;
  /** Punctuation after something else, and after punctuation. */
  marks: number;
  moreMarks: number;
  lines: number;
  /** Lines that begin with a blank, and blanks after a blank. */
  indents: number;
  blanks: number;
  han: number;
  kana: number;
  hangul: number;
  /** Other characters beyond ASCII. */
  other: number;
  /** Quotation marks, brackets and what separates values: data is known by them. */
  data: number;
  characters: number;
}

/** Longer texts are sampled in this many evenly spaced windows, so that a large file costs no more than a small one. */
const WINDOWS = 20;
const WINDOW = 88;

const LOWER = 0;
const UPPER = 1;
const DIGIT = 2;
const BLANK = 3;
const LINE = 4;
const MARK = 5;
const DATA = 6;
const HAN = 7;
const KANA = 8;
const HANGUL = 9;
const OTHER = 10;

/** The kind of every UTF-16 unit: one lookup instead of a chain of comparisons. */
const kinds = Uint8Array.from({ length: 0x10000 }, (_, code) => {
  if (code < 128) return asciiKind(code);
  if ((code >= 0x3040 && code < 0x3100) || (code >= 0xff66 && code < 0xffa0)) return KANA;
  if ((code >= 0xac00 && code < 0xd7b0) || (code >= 0x1100 && code < 0x1200)) return HANGUL;
  return (code >= 0x2e80 && code < 0xa000) || (code >= 0xf900 && code < 0xfb00) || code >= 0xff00 ? HAN : OTHER;
});

function asciiKind(code: number): number {
  if (code >= 97 && code <= 122) return LOWER;
  if (code >= 65 && code <= 90) return UPPER;
  if (code >= 48 && code <= 57) return DIGIT;
  if (code === 32 || code === 9) return BLANK;
  if (code === 10 || code === 13) return LINE;
  return '"{}[]:,'.includes(String.fromCharCode(code)) ? DATA : MARK;
}

export function profileOf(text: string): Profile {
  const pairs = new Uint32Array(256);
  const { length } = text;
  if (length <= WINDOWS * WINDOW) {
    const long = countPairs(text, 0, length, pairs);
    return toProfile(pairs, long, length, 1);
  }
  const step = (length - WINDOW) / (WINDOWS - 1);
  let long = 0;
  for (let index = 0; index < WINDOWS; index += 1) {
    const from = Math.floor(index * step);
    long += countPairs(text, from, from + WINDOW, pairs);
  }
  return toProfile(pairs, long, WINDOWS * WINDOW, length / (WINDOWS * WINDOW));
}

/** Hardly a word is longer. */
const LONGEST_WORD = 24;

/** How often each kind follows each: 16 × the one before + the one after. Returns how many are far into a run. */
function countPairs(text: string, from: number, to: number, pairs: Uint32Array): number {
  let last = LINE << 4;
  let runs = from;
  let long = 0;
  for (let at = from; at < to; at += 1) {
    const kind = kinds[text.charCodeAt(at)] ?? OTHER;
    const pair = last | kind;
    pairs[pair] = (pairs[pair] ?? 0) + 1;
    if (kind << 4 !== last) runs = at;
    else if (kind <= DIGIT && at - runs > LONGEST_WORD) long += 1;
    last = kind << 4;
  }
  return long;
}

function toProfile(pairs: Uint32Array, long: number, characters: number, factor: number): Profile {
  const pair = (before: number, after: number): number => pairs[(before << 4) | after] ?? 0;
  const all = (after: number): number => {
    let total = 0;
    for (let before = LOWER; before <= OTHER; before += 1) total += pair(before, after);
    return total;
  };
  const within = (one: number, other: number): number =>
    pair(one, one) + pair(one, other) + pair(other, one) + pair(other, other);
  const lower = all(LOWER);
  const upper = all(UPPER);
  const punctuation = all(MARK) + all(DATA);
  const letters = pair(LOWER, LOWER) + pair(UPPER, LOWER);
  const counted: Profile = {
    words: lower - letters + (upper - pair(UPPER, UPPER)),
    letters,
    capitals: pair(UPPER, UPPER),
    numbers: all(DIGIT) - pair(DIGIT, DIGIT),
    digits: pair(DIGIT, DIGIT),
    long,
    mixed: pair(DIGIT, LOWER) + pair(DIGIT, UPPER) + pair(LOWER, DIGIT) + pair(UPPER, DIGIT),
    marks: punctuation - within(MARK, DATA),
    moreMarks: within(MARK, DATA),
    lines: all(LINE) - pair(LINE, LINE),
    indents: pair(LINE, BLANK),
    blanks: pair(BLANK, BLANK),
    han: all(HAN),
    kana: all(KANA),
    hangul: all(HANGUL),
    other: all(OTHER),
    data: all(DATA),
    characters,
  };
  return factor === 1 ? counted : scaled(counted, factor);
}

function scaled(profile: Profile, factor: number): Profile {
  return {
    words: profile.words * factor,
    letters: profile.letters * factor,
    capitals: profile.capitals * factor,
    numbers: profile.numbers * factor,
    digits: profile.digits * factor,
    long: profile.long * factor,
    mixed: profile.mixed * factor,
    marks: profile.marks * factor,
    moreMarks: profile.moreMarks * factor,
    lines: profile.lines * factor,
    indents: profile.indents * factor,
    blanks: profile.blanks * factor,
    han: profile.han * factor,
    kana: profile.kana * factor,
    hangul: profile.hangul * factor,
    other: profile.other * factor,
    data: profile.data * factor,
    characters: profile.characters * factor,
  };
}
