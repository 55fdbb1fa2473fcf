// How rules fit a command line: a pattern that allows must cover all of it, one that denies is looked for in every command.
import { hasWildcard, matchWildcards, type Token, toTokens } from "./glob-pattern.ts";
import { commandsOf, type LineCommands, type Spellings } from "./shell-commands.ts";
import { fitsWords } from "./fits-words.ts";
import { type Grammar, grammarsOf } from "./grammar.ts";
import { joinWords, parsePlainLine } from "./plain-line.ts";
import { textOf, type Word } from "./shell-word.ts";

/**
 * A pattern without a wildcard allows this very text, `*` allows everything. Any other allows one command of plain words,
 * matched as it is written or with one blank between its words, in each grammar that may read the line.
 */
export function allowsLine(pattern: string, line: string, grammars = grammarsOf(undefined)): boolean {
  if (pattern === "*" || !hasWildcard(pattern)) return matchWildcards(pattern, line);
  return grammars.every((grammar) => spellingsOf(line, grammar).some((spelling) => matchWildcards(pattern, spelling)));
}

/** The last line that each grammar read: all rules are matched against one line before the next line comes. */
const last = new Map<Grammar, { line: string; spellings: readonly string[] }>();

/** The forms a pattern may match; none if the line is not one command of plain words. */
function spellingsOf(line: string, grammar: Grammar): readonly string[] {
  const known = last.get(grammar);
  if (known?.line === line) return known.spellings;
  const parsed = parsePlainLine(line, grammar);
  const spellings = parsed.plain ? [joinWords(parsed.words), line.trim()] : [];
  last.set(grammar, { line, spellings });
  return spellings;
}

/** `unknown`: Galley cannot read the part, so that any pattern might fit. */
export type LineFit = "sure" | "likely" | "unknown" | "no";

/** A function for each command of the line, and one for the line as a whole: how a pattern that denies or asks fits. */
export function partsOf(line: string, grammars = grammarsOf(undefined)): ((pattern: string) => LineFit)[] {
  return grammars.flatMap((grammar) => partsIn(line, grammar));
}

function partsIn(line: string, grammar: Grammar): ((pattern: string) => LineFit)[] {
  const isWindows = grammar !== "posix";
  const read = isWindows ? folded(commandsOf(line, grammar)) : commandsOf(line, grammar);
  const known = new Map<string, readonly Token[][]>();
  const tokensOf = (pattern: string): readonly Token[][] => {
    const tokens = known.get(pattern) ?? variantsOf(pattern, isWindows).map(toTokens);
    known.set(pattern, tokens);
    return tokens;
  };
  const parts = read.commands.map((spellings) => (pattern: string) => fitOfCommand(tokensOf(pattern), spellings));
  const fold = (text: string): string => (isWindows ? text.toLowerCase() : text);
  return [...parts, (pattern) => fitOfRest(fold(pattern), tokensOf(pattern), fold(line), read)];
}

/** Windows ignores the case of programs, PowerShell also that of options, where it takes a long dash for a short one. */
function folded({ commands, mentions, unclear }: LineCommands): LineCommands {
  const fold = ({ parts, quoted }: Word): Word => ({
    parts: parts.map((part) =>
      typeof part === "string" ? part.toLowerCase().replaceAll(/[\u2013-\u2015]/g, "-") : part,
    ),
    quoted,
  });
  return {
    commands: commands.map((spellings) => spellings.map((words) => words.map(fold))),
    mentions: mentions.map((words) => words.map(fold)),
    unclear,
  };
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

/** Commands are compared without quotes and with single spaces, on Windows without case and endings; so patterns are, too. */
function variantsOf(pattern: string, isWindows: boolean): string[] {
  const single = pattern.trim().replace(/\s+/g, " ");
  const variants = [pattern, single, single.replace(/["']/g, "")];
  if (!isWindows) return [...new Set(variants)];
  const lower = variants.map((variant) => variant.toLowerCase());
  return [...new Set([...lower, ...lower.map((variant) => variant.replace(PROGRAM_ENDING, "$1"))])];
}

const PROGRAM_ENDING = /^(\S+?)\.(?:exe|cmd|bat|com|ps1)(?=\s|\*|$)/;
