// An answer and a document, line by line: how each indents, how much deeper the document stands, which lines are alike.
import { isCloser, isSimilar, isStrong } from "../../../apply/line-kind.ts";
import { blankOf, type Indent, indentOf, type Line, readLines } from "../../../apply/lines.ts";
import { longestCommon } from "./longest-common.ts";
import { literalLines } from "./literals.ts";

/** A line that begins inside a text of several lines is endlessly deep: its blanks tell nothing about the layout. */
export interface CodeLine extends Line {
  /** As it stands. */
  depth: number;
}

export interface Compared {
  answer: CodeLine[];
  /** The document's lines, all of them. */
  document: Line[];
  /** How the document indents where the target is, and how the answer does. */
  indent: Indent;
  own: Indent;
  /** How much deeper the document stands. */
  shift: number;
}

/** The part of the document that an answer is about: from line `start` to before `end`. */
export interface Part {
  start: number;
  end: number;
  /** The depth at which text is put in, where there is none to compare. */
  level?: number;
}

/** Lines this far from the target tell how deep the answer stands. */
const NEAR = 200;

export async function compare(
  answer: readonly string[],
  document: readonly string[],
  part: Part,
  language: string | undefined,
): Promise<Compared> {
  const written = indentWithin(answer);
  const indent = indentAt(document, part) ?? written ?? { text: "  ", width: 2 };
  const read = await readLines(document, indent);
  const target = codeLines(read.slice(part.start, part.end), language);
  const lines = [...read.slice(0, part.start), ...target, ...read.slice(part.end)];
  const ways = await Promise.all(
    waysToRead(indent, written).map(async (own) => {
      const mine = codeLines(await readLines(answer, own), language);
      return { own, mine, ...shiftOf(mine, lines, part) };
    }),
  );
  // The indentation by which more lines stand where the document has them; if no indented line does, what the answer shows.
  const isTold = ways.some((way) => way.isTold) || isVerbatim(answer, document, part);
  const best = (isTold ? ways : ways.toReversed()).reduce((one, other) => (isBetter(other, one) ? other : one));
  return { answer: best.mine, document: lines, indent, own: best.own, shift: best.shift };
}

/** As the lines around the target do, unless the target is indented by the other sign. */
function indentAt(document: readonly string[], { start, end }: Part): Indent | undefined {
  const near = indentWithin(document.slice(Math.max(0, start - NEAR), end + NEAR)) ?? indentOf(document);
  const own = indentWithin(document.slice(start, end));
  return own !== undefined && near?.text.charAt(0) !== own.text.charAt(0) ? own : near;
}

/** How deep all lines stand says nothing about a step. */
function indentWithin(lines: readonly string[]): Indent | undefined {
  const blanks = lines.filter((line) => line.trim() !== "").map(blankOf);
  const least = blanks.reduce((one, other) => (other.length < one.length ? other : one), blanks[0] ?? "");
  const isCommon = blanks.every((blank) => blank.startsWith(least));
  const found = indentOf(isCommon ? lines.map((line) => (line.trim() === "" ? "" : line.slice(least.length))) : lines);
  if (found?.text === "\t" || blanks.some((blank) => blank.includes("\t"))) return found;
  // A text may begin two steps deep, or only end less deep: then the smallest difference is the step.
  const step = Math.min(...blanks.map(({ length }) => length - least.length).filter((width) => width > 1));
  const isStep = step <= 8 && (found === undefined || (step < found.width && found.width % step === 0));
  return isStep ? { text: " ".repeat(step), width: step } : found;
}

/** Which lines are inside a text is seen from the lines given: a text that begins before them is not seen. */
export function codeLines(lines: readonly (Line & { depth?: number })[], language: string | undefined): CodeLine[] {
  const isLiteral = literalLines(
    lines.map(({ text }) => text),
    language,
  );
  return lines.map((line, at) => {
    const depth = line.depth ?? line.level;
    return { ...line, depth, level: isLiteral[at] === true ? Infinity : depth };
  });
}

function waysToRead(indent: Indent, written: Indent | undefined): Indent[] {
  return written === undefined || written.text === indent.text ? [indent] : [indent, written];
}

/** Half of its indented lines stand in the document as they are: then it indents as the document does. */
function isVerbatim(answer: readonly string[], document: readonly string[], { start, end }: Part): boolean {
  const near = new Set(document.slice(Math.max(0, start - NEAR), end + NEAR));
  const indented = answer.filter((text) => text.trim() !== "" && blankOf(text) !== "");
  return 2 * indented.filter((text) => near.has(text)).length >= indented.length;
}

interface Vote {
  shift: number;
  votes: number;
  /** An indented line is among those that voted. */
  isTold: boolean;
}

function isBetter(one: Vote, other: Vote): boolean {
  return one.votes === other.votes ? Math.abs(one.shift) < Math.abs(other.shift) : one.votes > other.votes;
}

function shiftOf(answer: readonly Line[], document: readonly Line[], part: Part): Vote {
  const inside = votesFor(answer, document, part.start, part.end);
  const voted = inside ?? votesFor(answer, document, Math.max(0, part.start - NEAR), part.end + NEAR);
  return voted ?? { shift: baseShift(answer, document, part), votes: 0, isTold: false };
}

/** What most lines say that stand at one depth in this part of the document. */
function votesFor(answer: readonly Line[], document: readonly Line[], from: number, to: number): Vote | undefined {
  const levels = new Map<string, number | undefined>();
  for (const { words, level } of document.slice(from, to))
    if (isStrong(words)) levels.set(words, levels.has(words) && levels.get(words) !== level ? undefined : level);
  const votes = new Map<number, number>();
  let isTold = false;
  for (const { words, level } of answer) {
    const there = levels.get(words);
    // Inside a comment, one blank aligns a star: it is no indentation.
    if (there === undefined || words.startsWith("*") || !Number.isFinite(there - level)) continue;
    isTold ||= level > 0;
    votes.set(there - level, (votes.get(there - level) ?? 0) + 1);
  }
  const [most] = [...votes].sort(([a, one], [b, other]) => other - one || Math.abs(a) - Math.abs(b));
  return most && { shift: most[0], votes: most[1], isTold };
}

/**
 * How much deeper the target stands than the lines of the answer that are left of it. The lines that both have tell it,
 * unless others would stand further out than the target: then the answer puts something around it.
 */
export function shiftWithin(answer: readonly Line[], document: readonly Line[], part: Part): number {
  const target = document.slice(part.start, part.end);
  const voted = votesFor(answer, target, 0, target.length);
  const [mine, theirs] = [leastLevel(answer), part.level ?? leastLevel(target)];
  if (isFirstLost(answer, target)) return 0;
  if (voted !== undefined && (mine ?? 0) + voted.shift >= (theirs ?? 0)) return voted.shift;
  return baseShift(answer, document, part);
}

/** Models often begin at the first character of the selection: then only the first line has lost its indentation. */
export function isFirstLost(answer: readonly Line[], target: readonly Line[]): boolean {
  const [first, next, ...rest] = answer.filter(({ words }) => words !== "");
  const own = target.find(({ words }) => words !== "");
  if (first === undefined || next === undefined || own === undefined || first.level > 0 || own.level === 0)
    return false;
  const last = rest.at(-1) ?? next;
  const opens = /(?:[{([:]|=>|\bdo|\bthen)$/.test(first.words);
  const isDeeper = opens && !isCloser(next.words) ? next.level > own.level : next.level >= own.level;
  return (
    isDeeper && (leastLevel([next, ...rest]) ?? 0) >= own.level && (!isCloser(last.words) || last.level === own.level)
  );
}

/** The outermost lines of both stand alike. */
function baseShift(answer: readonly Line[], document: readonly Line[], { start, end, level }: Part): number {
  const here = level ?? leastLevel(document.slice(start, end));
  return here === undefined ? 0 : here - (leastLevel(answer) ?? 0);
}

export function leastLevel(lines: readonly Line[]): number | undefined {
  return lines.reduce<number | undefined>(
    (least, { words, level }) => (words === "" || level === Infinity ? least : Math.min(least ?? level, level)),
    undefined,
  );
}

/** A line that says little is the same only at the same depth; a blank line is none. */
export function keyOf({ words, level, depth = level }: Line & { depth?: number }, shift: number): string {
  return isStrong(words) ? words : `${depth + shift} ${words}`;
}

/** For each line of `one` the index of the same line in `other`, or -1. */
export function sameLines(one: readonly Line[], other: readonly Line[], shift: number): Int32Array {
  const keys = new Map<string, number>();
  const number = (name: string): number => {
    const key = keys.get(name) ?? keys.size;
    keys.set(name, key);
    return key;
  };
  return longestCommon(
    one.map((line) => number(line.words === "" ? "" : keyOf(line, shift))),
    other.map((line) => number(line.words === "" ? "" : keyOf(line, 0))),
  );
}

/** Compare at most this many pairs of lines word by word. */
const MOST_COMPARED = 4_000;

/** How far below a changed line its old form may be. */
const FAR = 40;

/** The same, and between them those that are similar. */
export function withSimilar(one: readonly Line[], other: readonly Line[], same: Int32Array): Int32Array {
  const like = Int32Array.from(same);
  let [low, compared] = [0, 0];
  for (let at = 0; at < one.length; at += 1) {
    const pair = same[at] ?? -1;
    if (pair >= 0) {
      low = pair + 1;
      continue;
    }
    const line = one[at];
    if (line === undefined || line.words === "") continue;
    const next = Math.min(same.subarray(at).find((there) => there >= 0) ?? other.length, low + FAR);
    for (let there = low; there < next && compared < MOST_COMPARED; there += 1, compared += 1) {
      const words = other[there]?.words ?? "";
      if (words === "" || !isSimilar(line.words, words)) continue;
      like[at] = there;
      low = there + 1;
      break;
    }
  }
  return like;
}
