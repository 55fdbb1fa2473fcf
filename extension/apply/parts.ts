// Where a snippet may belong in a file. A part starts at a line that both have, and ends where the indentation says that the block ends.
import { Breather } from "../stream/breather.ts";
import { declaredName, isCloser, isComment, isSimilar, isStrong } from "./line-kind.ts";
import type { Line } from "./lines.ts";
import type { Part } from "./compose-place.ts";
import { alignKeys } from "./align.ts";
import { isHead, type Snippet } from "./snippet.ts";

/** A head of the snippet and a line of the file that is the same. */
export interface Seed {
  head: number;
  at: number;
}

export interface FoundPart extends Part {
  /** How many heads of the snippet begin something in the file too. */
  paired: number;
}

export async function partFrom(file: readonly Line[], snippet: Snippet, seed: Seed): Promise<FoundPart> {
  const { lines, heads, level, isElided } = snippet;
  const shift = (file[seed.at]?.level ?? 0) - (lines[heads[seed.head] ?? 0]?.level ?? 0);
  const depth = level + shift;
  const reach = isElided.includes(true) ? Infinity : 3 * heads.length + 30;
  const below = headsBelow(file, seed.at, depth, reach);
  const after = heads.slice(seed.head + 1);
  const pairs = await pairHeads(
    after.map((at) => lines[at]),
    below.map((at) => file[at]),
  );
  const above = startAbove(file, snippet, seed, depth);
  const lastPair = pairs.findLastIndex((pair) => pair >= 0);
  const lastHead = lastPair < 0 ? seed.at : (below[pairs[lastPair] ?? 0] ?? seed.at);
  const similar = similarBelow(file, snippet, seed.head + 1 + lastPair, lastHead, depth);
  const paired = 1 + above.paired + pairs.filter((pair) => pair >= 0).length + similar.paired;
  const end = endOf(file, similar.at, depth, chunkOf(snippet, seed.head + 1 + lastPair + similar.paired));
  return { start: above.at, end: Math.max(end, similar.at + 1), shift, paired };
}

/** Lines that begin something at this depth, until something ends that is around them. */
function headsBelow(file: readonly Line[], from: number, depth: number, most: number): number[] {
  const heads: number[] = [];
  for (let at = from + 1; at < file.length && heads.length < most; at += 1) {
    const line = file[at];
    if (line === undefined || isOutside(line, depth)) break;
    if (isHead(line, depth)) heads.push(at);
  }
  return heads;
}

function isOutside({ words, level }: Line, depth: number): boolean {
  return words !== "" && level < depth;
}

/** The name a line declares counts more than the rest of it. */
export function identity(words: string): string {
  const name = declaredName(words);
  return name === undefined ? words : `declares ${name}`;
}

async function pairHeads(
  mine: readonly (Line | undefined)[],
  theirs: readonly (Line | undefined)[],
): Promise<Int32Array> {
  const keys = new Map<string, number>();
  const breather = new Breather();
  const keysOf = async (lines: readonly (Line | undefined)[]): Promise<number[]> => {
    const found: number[] = [];
    for (const line of lines) {
      const name = identity(line?.words ?? "");
      const known = keys.get(name) ?? keys.size;
      keys.set(name, known);
      found.push(known);
      if (breather.isDue) await breather.rest();
    }
    return found;
  };
  return alignKeys(await keysOf(mine), await keysOf(theirs));
}

/** Heads before the first one that was found replace lines like them just above it; others are put in. */
function startAbove(
  file: readonly Line[],
  snippet: Snippet,
  seed: Seed,
  depth: number,
): { at: number; paired: number } {
  let [at, paired] = [seed.at, 0];
  for (let head = seed.head - 1; head >= 0; head -= 1) {
    const line = snippet.lines[snippet.heads[head] ?? 0];
    const above = headAbove(file, at, depth);
    if (line === undefined || above === undefined) break;
    const words = file[above]?.words ?? "";
    const isItsComment = isComment(line.words) && isComment(words) && isBeside(file, above, at);
    if (!isItsComment && !isSimilar(words, line.words)) break;
    [at, paired] = [above, paired + 1];
  }
  return { at, paired };
}

/** Without a blank line between them: what a comment is about. */
function isBeside(file: readonly Line[], above: number, at: number): boolean {
  return file.slice(above, at).every(({ words }) => words !== "");
}

function headAbove(file: readonly Line[], from: number, depth: number): number | undefined {
  for (let at = from - 1; at >= 0; at -= 1) {
    const line = file[at];
    if (line === undefined || isOutside(line, depth)) return undefined;
    if (isHead(line, depth)) return at;
  }
  return undefined;
}

/** The same below the last one. */
function similarBelow(
  file: readonly Line[],
  snippet: Snippet,
  last: number,
  from: number,
  depth: number,
): { at: number; paired: number } {
  let [at, paired] = [from, 0];
  for (const head of snippet.heads.slice(last + 1)) {
    const line = snippet.lines[head];
    const [below] = headsBelow(file, at, depth, 1);
    if (line === undefined || below === undefined || !isSimilar(file[below]?.words ?? "", line.words)) break;
    [at, paired] = [below, paired + 1];
  }
  return { at, paired };
}

/** The lines of the snippet that belong to one of its heads. */
function chunkOf({ lines, heads }: Snippet, head: number): Line[] {
  return lines.slice(heads[head] ?? 0, heads[head + 1] ?? lines.length).filter(({ words }) => words !== "");
}

/** Where the block that starts at line `from` ends. Its closing line counts only if the snippet has a closing line too. */
function endOf(file: readonly Line[], from: number, depth: number, chunk: readonly Line[]): number {
  if (chunk.length < 2) return from + 1;
  let end = from + 1;
  while (end < file.length && belongs(file[end], depth)) end += 1;
  const last = chunk.at(-1);
  const isClosed = last !== undefined && isCloser(last.words);
  const ends = (line: Line | undefined): boolean =>
    line !== undefined && (line.words === "" || (!isClosed && line.level === depth && isCloser(line.words)));
  while (end > from + 1 && ends(file[end - 1])) end -= 1;
  return end;
}

function belongs(line: Line | undefined, depth: number): boolean {
  if (line === undefined) return false;
  return line.words === "" || line.level > depth || (line.level === depth && isCloser(line.words));
}

/** The first and the last line of the snippet stand once in the file, in this order: these are its ends. */
export function partByEnds(
  file: readonly Line[],
  { lines }: Snippet,
  where: (words: string) => readonly number[],
): Part | undefined {
  const [first, last] = [lines[0], lines.at(-1)];
  if (first === undefined || last === undefined || !isStrong(first.words) || !isStrong(last.words)) return undefined;
  const [starts, ends] = [where(first.words), where(last.words)];
  const [start, end] = [starts[0], ends[0]];
  if (start === undefined || end === undefined || starts.length > 1 || ends.length > 1 || end < start) return undefined;
  return { start, end: end + 1, shift: (file[start]?.level ?? 0) - first.level };
}
