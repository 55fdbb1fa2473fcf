// Whether a rule's pattern fits the words of a command. Options before a word the pattern names are passed over.
import { matchOne, type Token } from "./glob-pattern.ts";
import type { Word } from "./shell-words.ts";

interface How {
  /** A gap may be anything; else only a `*` covers it. */
  guesses: boolean;
  /** The command may begin and end at any of the words. */
  anywhere: boolean;
}

/** Positions in the pattern that have been reached. */
type Reached = ReadonlySet<number>;

const NONE: Reached = new Set();

export function fitsWords(tokens: readonly Token[], words: readonly Word[], { guesses, anywhere }: How): boolean {
  const start = closed(tokens, [0]);
  /** Before each word: reached by words, and reached by passing over options, so that a word must follow. */
  const read: Reached[] = [start];
  const passed: Reached[] = [];
  for (const [at, word] of words.entries()) {
    const [here, skipped] = [read[at] ?? NONE, passed[at] ?? NONE];
    const all = union(here, skipped);
    // The rest has no say any more.
    if (all.size === 0 && !anywhere && (read[at + 1] ?? passed[at + 1]) === undefined) return false;
    const after = at === 0 ? start : union(spaced(tokens, all), anywhere ? start : NONE);
    read[at + 1] = union(read[at + 1], through(tokens, word, after, guesses));
    if (anywhere && read[at + 1]?.has(tokens.length)) return true;
    const [first] = word.parts;
    const isGap = guesses && typeof first === "object";
    if (at > 0 && (isGap || (typeof first === "string" && first.startsWith("-")))) {
      passed[at + 1] = union(passed[at + 1], all);
      if (isGap || !String(first).includes("=")) passed[at + 2] = union(passed[at + 2], all);
      if (isGap) read[at + 1] = union(read[at + 1], here);
    }
  }
  return read[words.length]?.has(tokens.length) ?? false;
}

function spaced(tokens: readonly Token[], from: Reached): Reached {
  return from.size === 0 ? from : step(tokens, from, " ");
}

function through(tokens: readonly Token[], { parts }: Word, from: Reached, guesses: boolean): Reached {
  let reached = from;
  for (const part of parts) {
    if (reached.size === 0) return reached;
    if (typeof part === "object") {
      const least = Math.min(...reached);
      reached = guesses
        ? new Set(Array.from({ length: tokens.length + 1 - least }, (_, at) => least + at))
        : closed(
            tokens,
            [...reached].filter((at) => tokens[at]?.type === "some"),
          );
      continue;
    }
    for (const sign of part) {
      reached = step(tokens, reached, sign);
      if (reached.size === 0) return reached;
    }
  }
  return reached;
}

function step(tokens: readonly Token[], from: Reached, sign: string): Reached {
  const next: number[] = [];
  for (const at of from) {
    const token = tokens[at];
    if (token?.type === "some") next.push(at);
    else if (token !== undefined && matchOne(token, sign)) next.push(at + 1);
  }
  return closed(tokens, next);
}

/** A `*` may fit nothing. */
function closed(tokens: readonly Token[], from: readonly number[]): Reached {
  const all = new Set(from);
  for (const at of all) if (tokens[at]?.type === "some") all.add(at + 1);
  return all;
}

function union(one: Reached | undefined, other: Reached): Reached {
  if (one === undefined || one.size === 0) return other;
  return other.size === 0 ? one : new Set([...one, ...other]);
}
