// How many lines a change adds and removes, in a time that grows with the text and no faster.
import { structuredPatch } from "diff";

/** A longer stretch that differs is counted line by line, wherever its lines stand: to align it would take too long. */
const MOST_ALIGNED = 600;

export function countLines(before: string, after: string): { added: number; removed: number } {
  const [old, now] = differing(before, after);
  if (old === "" || now === "") return { added: linesOf(now).length, removed: linesOf(old).length };
  const [oldLines, newLines] = [linesOf(old), linesOf(now)];
  if (oldLines.length + newLines.length > MOST_ALIGNED) return unmatched(oldLines, newLines);
  const lines = structuredPatch("", "", old, now, "", "", { context: 0 }).hunks.flatMap((hunk) => hunk.lines);
  const begin = (sign: string): number => lines.filter((line) => line.startsWith(sign)).length;
  return { added: begin("+"), removed: begin("-") };
}

/** Without the whole lines that both begin with and both end with. */
function differing(before: string, after: string): [string, string] {
  const most = Math.min(before.length, after.length);
  let same = 0;
  while (same < most && before.charCodeAt(same) === after.charCodeAt(same)) same += 1;
  // A line counts as the same when its break does, too; a text that ends here and one that goes on differ in it.
  const isAll = same === before.length && same === after.length;
  const start = isAll ? same : before.lastIndexOf("\n", same - 1) + 1;
  let end = 0;
  const room = most - start;
  while (end < room && before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end))
    end += 1;
  // The last break belongs to the stretch: what follows it is whole lines.
  const tail = before.slice(before.length - end);
  const cut = end === 0 ? 0 : tail.length - (tail.indexOf("\n") + 1 || tail.length);
  return [before.slice(start, before.length - cut), after.slice(start, after.length - cut)];
}

/** An end without a break is a line; nothing after the last break is none. */
function linesOf(text: string): string[] {
  if (text === "") return [];
  return (text.endsWith("\n") ? text.slice(0, -1) : text).split("\n");
}

function unmatched(before: readonly string[], after: readonly string[]): { added: number; removed: number } {
  const counts = new Map<string, number>();
  for (const line of before) counts.set(line, (counts.get(line) ?? 0) + 1);
  let added = 0;
  for (const line of after) {
    const left = counts.get(line) ?? 0;
    if (left === 0) added += 1;
    else counts.set(line, left - 1);
  }
  return { added, removed: before.length - (after.length - added) };
}
