// Whether a rule's pattern fits the words of a command. Options before a word that the pattern names are skipped.
import { matchOne, type Token } from "./glob-pattern.ts";
import type { Word } from "./shell-word.ts";

interface How {
  /** A gap matches anything; otherwise only a `*` matches it. */
  guesses: boolean;
  /** The command may begin and end at any of the words. */
  anywhere: boolean;
}

/** Positions in the pattern that have been reached, each once. */
type Reached = readonly number[];

const NONE: Reached = [];

export function fitsWords(tokens: readonly Token[], words: readonly Word[], { guesses, anywhere }: How): boolean {
  if (!anywhere && isOther(tokens[0], words[0])) return false;
  const start = closed(tokens, [0]);
  /** Positions before each word: `read` by words, `passed` by skipping options, after which a word must follow. */
  const read: Reached[] = [start];
  const passed: Reached[] = [];
  for (const [at, word] of words.entries()) {
    const here = read[at] ?? NONE;
    const all = union(here, passed[at]);
    // No state is left: the remaining words cannot match.
    if (all.length === 0 && !anywhere && passed[at + 1] === undefined) return false;
    if (anywhere && all.length === 0 && isOther(tokens[0], word)) continue;
    const after = at === 0 ? start : union(step(tokens, all, " "), anywhere ? start : NONE);
    read[at + 1] = union(through(tokens, word, after, guesses), read[at + 1]);
    if (anywhere && read[at + 1]?.includes(tokens.length)) return true;
    const [first] = word.parts;
    const isGap = guesses && typeof first === "object";
    if (at > 0 && (isGap || (typeof first === "string" && first.startsWith("-")))) {
      passed[at + 1] = union(all, passed[at + 1]);
      if (typeof first !== "string" || !first.includes("=")) passed[at + 2] = union(all, passed[at + 2]);
      if (isGap) read[at + 1] = union(here, read[at + 1]);
    }
  }
  return read[words.length]?.includes(tokens.length) ?? false;
}

/** For most patterns the first character decides. */
function isOther(token: Token | undefined, word: Word | undefined): boolean {
  const first = word?.parts[0];
  return token?.type === "is" && typeof first === "string" && first !== "" && !first.startsWith(token.text);
}

function through(tokens: readonly Token[], { parts }: Word, from: Reached, guesses: boolean): Reached {
  let reached = from;
  for (const part of parts) {
    if (reached.length === 0) return reached;
    if (typeof part === "object") {
      const least = Math.min(...reached);
      reached = guesses
        ? Array.from({ length: tokens.length + 1 - least }, (_, at) => least + at)
        : closed(
            tokens,
            reached.filter((at) => tokens[at]?.type === "some"),
          );
      continue;
    }
    for (const sign of part) {
      reached = step(tokens, reached, sign);
      if (reached.length === 0) return reached;
    }
  }
  return reached;
}

function step(tokens: readonly Token[], from: Reached, sign: string): Reached {
  const next: number[] = [];
  for (const at of from) {
    const token = tokens[at];
    const to = token?.type === "some" ? at : token !== undefined && matchOne(token, sign) ? at + 1 : undefined;
    if (to !== undefined && !next.includes(to)) next.push(to);
  }
  return closed(tokens, next);
}

/** A `*` may match no characters. `toTokens` never makes two in a row. */
function closed(tokens: readonly Token[], from: number[]): Reached {
  for (const at of from) if (tokens[at]?.type === "some" && !from.includes(at + 1)) from.push(at + 1);
  return from;
}

function union(one: Reached, other: Reached | undefined): Reached {
  if (other === undefined || other.length === 0) return one;
  return one.length === 0 ? other : [...new Set([...one, ...other])];
}
