// How rules fit a command line: an allowed pattern must cover all of it, a denied one is looked for in every command.
import { hasWildcard, matchWildcards, toTokens } from "./glob-pattern.ts";
import { commandsOf, type LineCommands } from "./shell-commands.ts";
import { fitsWords } from "./fits-words.ts";
import { joinWords, parsePlainLine } from "./plain-line.ts";
import type { Word } from "./shell-words.ts";

/**
 * A pattern without a wildcard allows this very text, `*` allows everything. Any other allows one command of plain words,
 * matched as it is written or with one blank between its words.
 */
export function allowsLine(pattern: string, line: string): boolean {
  if (pattern === "*" || !hasWildcard(pattern)) return matchWildcards(pattern, line);
  const parsed = parsePlainLine(line);
  if (!parsed.plain) return false;
  return matchWildcards(pattern, joinWords(parsed.words)) || matchWildcards(pattern, line.trim());
}

/** `unknown`: the part cannot be read, so that any pattern might fit. */
export type LineFit = "sure" | "likely" | "unknown" | "no";

/** For each command of the line, and for what is left besides, how a pattern that denies or asks fits it. */
export function partsOf(line: string): ((pattern: string) => LineFit)[] {
  const { commands, mentions, unclear } = commandsOf(line);
  const parts = commands.map((spellings) => (pattern: string) => fitOfCommand(pattern, spellings));
  const rest = (pattern: string): LineFit => fitOfRest(pattern, line, { mentions, unclear });
  return [...parts, rest];
}

function fitOfCommand(pattern: string, spellings: readonly (readonly Word[])[]): LineFit {
  const fits = (guesses: boolean): boolean =>
    variantsOf(pattern).some((variant) => {
      const tokens = toTokens(variant);
      return spellings.some((words) => fitsWords(tokens, words, { guesses, anywhere: false }));
    });
  return fits(false) ? "sure" : fits(true) ? "likely" : "no";
}

function fitOfRest(pattern: string, line: string, { mentions, unclear }: Omit<LineCommands, "commands">): LineFit {
  if (matchWildcards(pattern, line) || matchWildcards(pattern, line.trim())) return "sure";
  const isMentioned = variantsOf(pattern).some((variant) => {
    const tokens = toTokens(variant);
    return mentions.some((words) => fitsWords(tokens, words, { guesses: true, anywhere: true }));
  });
  return isMentioned ? "likely" : unclear === undefined ? "no" : "unknown";
}

/** The words of a command have no quotes and one blank between them: so must the pattern. */
function variantsOf(pattern: string): string[] {
  const single = pattern.trim().replace(/\s+/g, " ");
  return [...new Set([pattern, single, single.replace(/["']/g, "")])];
}
