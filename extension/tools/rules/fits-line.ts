// How rules fit a command line: a pattern that allows must cover all of it, one that denies is looked for in every command.
import { hasWildcard, matchWildcards, type Token, toTokens } from "./glob-pattern.ts";
import { commandsOf, type LineCommands, type Spellings } from "./shell-commands.ts";
import { fitsWords } from "./fits-words.ts";
import { joinWords, parsePlainLine } from "./plain-line.ts";
import { textOf } from "./shell-word.ts";

/**
 * A pattern without a wildcard allows this very text, `*` allows everything. Any other allows one command of plain words,
 * matched as it is written or with one blank between its words.
 */
export function allowsLine(pattern: string, line: string): boolean {
  if (pattern === "*" || !hasWildcard(pattern)) return matchWildcards(pattern, line);
  return spellingsOf(line).some((spelling) => matchWildcards(pattern, spelling));
}

/** The last line that was read: all rules are matched against one line before the next line comes. */
let last: { line: string; spellings: readonly string[] } = { line: "", spellings: [] };

/** The forms a pattern may match; none if the line is not one command of plain words. */
function spellingsOf(line: string): readonly string[] {
  if (last.line === line) return last.spellings;
  const parsed = parsePlainLine(line);
  last = { line, spellings: parsed.plain ? [joinWords(parsed.words), line.trim()] : [] };
  return last.spellings;
}

/** `unknown`: Galley cannot read the part, so that any pattern might fit. */
export type LineFit = "sure" | "likely" | "unknown" | "no";

/** A function for each command of the line, and one for the line as a whole: how a pattern that denies or asks fits. */
export function partsOf(line: string): ((pattern: string) => LineFit)[] {
  const read = commandsOf(line);
  const known = new Map<string, readonly Token[][]>();
  const tokensOf = (pattern: string): readonly Token[][] => {
    const tokens = known.get(pattern) ?? variantsOf(pattern).map(toTokens);
    known.set(pattern, tokens);
    return tokens;
  };
  const parts = read.commands.map((spellings) => (pattern: string) => fitOfCommand(tokensOf(pattern), spellings));
  return [...parts, (pattern) => fitOfRest(pattern, tokensOf(pattern), line, read)];
}

function fitOfCommand(variants: readonly Token[][], spellings: Spellings): LineFit {
  const fits = (guesses: boolean): boolean =>
    variants.some((tokens) => spellings.some((words) => fitsWords(tokens, words, { guesses, anywhere: false })));
  if (fits(false)) return "sure";
  const hasGap = spellings.some((words) => words.some((word) => textOf(word) === undefined));
  return hasGap && fits(true) ? "likely" : "no";
}

function fitOfRest(
  pattern: string,
  variants: readonly Token[][],
  line: string,
  { mentions, unclear }: LineCommands,
): LineFit {
  if ([...new Set([line, line.trim()])].some((text) => matchWildcards(pattern, text))) return "sure";
  const isMentioned = variants.some((tokens) =>
    mentions.some((words) => fitsWords(tokens, words, { guesses: true, anywhere: true })),
  );
  return isMentioned ? "likely" : unclear === undefined ? "no" : "unknown";
}

/** Commands are compared without quotes and with single spaces, so patterns are, too. */
function variantsOf(pattern: string): string[] {
  const single = pattern.trim().replace(/\s+/g, " ");
  return [...new Set([pattern, single, single.replace(/["']/g, "")])];
}
