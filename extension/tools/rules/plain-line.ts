// Whether a command line is one command of plain words, which its shell runs exactly as written.
import type { Grammar } from "./grammar.ts";

/** `why` helps when debugging; Galley does not show it. */
export type PlainLine = { plain: true; words: readonly string[] } | { plain: false; why: string };

/** Outside of quotes, no shell gives these characters a special meaning. */
const PLAIN = /^[\p{L}\p{N}_./:=,@%+-]$/u;

/** Line breaks, other control characters, and characters that the user cannot see. */
const UNSEEN = /(?!\t)[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** PowerShell takes these for quotes. */
const CURLY_QUOTE = /[\u2018-\u201f]/;

/** Some shell expands these within double quotes. */
const EXPANDED = /["$`\\!]/;

/** On Windows words may go to batch files, and cmd interprets these even in quotes. */
const BATCH_SIGN = /[&|<>^%!()"]/;

/** Builtins of bash that run the `$(…)` in a name such as `a[$(…)]`, single quotes or not. */
const SUBSCRIPTED = new Set(
  "[ declare export getopts let local mapfile printf read readarray readonly test typeset unset wait".split(" "),
);

/** At the beginning of a command these words are part of the shell's grammar. */
export const RESERVED: ReadonlySet<string> = new Set(
  "! [[ ]] { } case coproc do done elif else esac fi for function if in select then time until while".split(" "),
);

/** Galley does not read a longer line. */
export const LONGEST_LINE = 8_000;

export function parsePlainLine(line: string, grammar: Grammar): PlainLine {
  const isWindows = grammar !== "posix";
  const isPowerShell = grammar === "powershell";
  if (line.length > LONGEST_LINE) return no("it is too long to be read");
  if (UNSEEN.test(line)) return no("it contains a line break or an invisible character");
  if (CURLY_QUOTE.test(line)) return no("it has a curly quote");
  const words: string[] = [];
  let word: string | undefined;
  let quote: "'" | '"' | undefined;
  let before = " ";
  for (const sign of line) {
    if (quote !== undefined) {
      if (sign === quote) quote = undefined;
      else if (quote === '"' && EXPANDED.test(sign)) return no(`it has ${sign} in double quotes`);
      else if (isWindows && BATCH_SIGN.test(sign)) return no(`it has ${sign} in quotes`);
      else word = `${word ?? ""}${sign}`;
    } else if (sign === "'" || sign === '"') {
      // PowerShell ends a word at such a quote.
      if (isPowerShell && word !== undefined) return no("it has a quote within a word");
      quote = sign;
      word ??= "";
    } else if (sign === " " || sign === "\t") {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (sign === "=" && word === undefined) {
      return no("a word begins with =");
    } else if (isPowerShell && (sign === "," || (sign === "@" && word === undefined))) {
      return no("it has a list or a table");
    } else if (isWindows && BATCH_SIGN.test(sign)) {
      return no(`it has ${sign} outside of quotes`);
    } else if (PLAIN.test(sign) || (sign === "~" && /\w/.test(before))) {
      word = `${word ?? ""}${sign}`;
    } else return no(`it has ${sign} outside of quotes`);
    before = sign;
  }
  if (quote !== undefined) return no("a quote is open");
  if (word !== undefined) words.push(word);
  return checked(words);
}

function checked(words: readonly string[]): PlainLine {
  const [program = "", ...others] = words;
  if (program === "" || /[=\s]/.test(program)) return no("it does not begin with the name of a program");
  // Refused even in quotes, where it would be a program and not a reserved word.
  if (RESERVED.has(program)) return no(`it begins with ${program}`);
  if (SUBSCRIPTED.has(program) && others.some((word) => word.includes("["))) return no("it names a part of a variable");
  return { plain: true, words };
}

/** Joins words with one space, and quotes a word that is empty or contains whitespace or quotes. */
export function joinWords(words: readonly string[]): string {
  return words.map((word) => (word === "" || /[\s'"]/.test(word) ? `'${word}'` : word)).join(" ");
}

function no(why: string): PlainLine {
  return { plain: false, why };
}
