// Splits what follows a command into words, as a shell would, and keeps what was written.
import { type CommandArguments, quoteWord } from "../message/command.ts";

/** Text to be split, or a chip: one literal word, or a literal piece of one. */
export type Piece = string | { word: string };

interface Word {
  text: string;
  /** Where it stands in `raw`, quotes included. */
  from: number;
  to: number;
  /** Set when it was written `name=value`, the name and the sign without quotes. */
  name?: string;
  /** It is a chip and nothing else. */
  isChip: boolean;
}

export interface Given {
  /** Everything behind the command without the blanks around it; a chip stands there as its word. */
  raw: string;
  words: Word[];
}

type Unit = { text: string; isChip: boolean };
type Quote = "'" | '"';

/**
 * Quotes group words, and a backslash escapes the next character. An unclosed quote or a backslash at the end is a
 * plain character, so that every input is valid.
 */
export function splitWords(pieces: readonly Piece[]): Given {
  const units = pieces.flatMap(toUnits);
  const words: Word[] = [];
  let raw = "";
  let open: OpenWord | undefined;
  let quote: Quote | undefined;
  for (let at = 0; at < units.length; at += 1) {
    const { text, isChip } = units[at] ?? { text: "", isChip: false };
    const begun: OpenWord = open ?? { text: "", from: raw.length, isPlain: true, chips: 0, pieces: 0 };
    if (isChip) {
      open = add(begun, text, "chip");
      raw += inQuotes(text, quote);
    } else if (quote === undefined && /\s/.test(text)) {
      if (open !== undefined) words.push(close(open, raw.length));
      open = undefined;
      raw += text;
    } else if (text === quote) {
      quote = undefined;
      open = begun;
      raw += text;
    } else if (quote === undefined && isQuote(text) && closes(units, at + 1, text)) {
      quote = text;
      open = add(begun, "", "quoted");
      raw += text;
    } else if (text === "\\" && quote !== "'" && isEscape(units[at + 1], quote)) {
      const next = units[(at += 1)]?.text ?? "";
      open = add(begun, next, "quoted");
      raw += text + next;
    } else {
      open = add(begun, text, quote === undefined ? "plain" : "quoted");
      raw += text;
    }
  }
  if (open !== undefined) words.push(close(open, raw.length));
  return trimmed(raw, words);
}

/** Characters, and chips as a whole. */
function toUnits(piece: Piece): Unit[] {
  if (typeof piece !== "string") return [{ text: piece.word, isChip: true }];
  return Array.from(piece, (text) => ({ text, isChip: false }));
}

/** For words that the caller has already split. */
export function givenWords(texts: readonly string[]): Given {
  const words: Word[] = [];
  let raw = "";
  for (const text of texts) {
    if (words.length > 0) raw += " ";
    const name = nameBefore(text);
    words.push({
      text,
      from: raw.length,
      to: raw.length + text.length,
      isChip: false,
      ...(name !== undefined && { name }),
    });
    raw += text;
  }
  return { raw, words };
}

/** `name=value` is a named argument where the command has one of that name, once; every other word counts by position. */
export function sortWords({ words }: Given, names: ReadonlySet<string>): Sorted {
  const named = new Map<string, Value>();
  const positional: Value[] = [];
  for (const [word, { name, text }] of words.entries()) {
    if (name !== undefined && names.has(name) && !named.has(name))
      named.set(name, { text: text.slice(name.length + 1), word });
    else positional.push({ text, word });
  }
  return { named, positional };
}

export interface Value {
  text: string;
  /** Its place among the words. */
  word: number;
}

export interface Sorted {
  named: ReadonlyMap<string, Value>;
  positional: readonly Value[];
}

/** As the message keeps them. */
export function toArguments({ raw }: Given, { named, positional }: Sorted): CommandArguments {
  return {
    raw,
    positional: positional.map(({ text }) => text),
    named: Object.fromEntries(Array.from(named, ([name, { text }]) => [name, text])),
  };
}

interface OpenWord {
  text: string;
  from: number;
  /** Neither quotes nor escapes nor chips so far, up to a `=`. */
  isPlain: boolean;
  name?: string;
  chips: number;
  pieces: number;
}

function add(word: OpenWord, text: string, how: "plain" | "quoted" | "chip"): OpenWord {
  const isPlain = word.isPlain && how === "plain";
  const name = isPlain && text === "=" && word.name === undefined ? nameBefore(`${word.text}=`) : word.name;
  return {
    text: word.text + text,
    from: word.from,
    isPlain,
    chips: word.chips + (how === "chip" ? 1 : 0),
    pieces: word.pieces + 1,
    ...(name !== undefined && { name }),
  };
}

function close({ text, from, name, chips, pieces }: OpenWord, to: number): Word {
  return { text, from, to, isChip: chips === 1 && pieces === 1, ...(name !== undefined && { name }) };
}

function nameBefore(text: string): string | undefined {
  return /^(?<name>[A-Za-z_][\w-]*)=/.exec(text)?.groups?.["name"];
}

function isQuote(text: string): text is Quote {
  return text === "'" || text === '"';
}

function closes(units: readonly Unit[], from: number, quote: Quote): boolean {
  for (let at = from; at < units.length; at += 1) {
    const unit = units[at];
    if (unit === undefined || unit.isChip) continue;
    if (unit.text === quote) return true;
    if (quote === '"' && unit.text === "\\" && isEscape(units[at + 1], quote)) at += 1;
  }
  return false;
}

/** Inside double quotes a backslash stands for itself before anything but a quote, a backslash, `$` and a backtick. */
function isEscape(next: Unit | undefined, quote: Quote | undefined): boolean {
  if (next === undefined || next.isChip) return false;
  return quote === undefined || /["\\$`]/.test(next.text);
}

/** So that splitting `raw` again gives the same words. */
function inQuotes(word: string, quote: Quote | undefined): string {
  if (quote === "'") return word.replaceAll("'", "'\\''");
  return quote === '"' ? word.replace(/["\\$`]/g, "\\$&") : quoteWord(word);
}

function trimmed(raw: string, words: readonly Word[]): Given {
  const from = words[0]?.from ?? 0;
  const to = words.at(-1)?.to ?? 0;
  return {
    raw: raw.slice(from, to),
    words: words.map((word) => ({ ...word, from: word.from - from, to: word.to - from })),
  };
}
