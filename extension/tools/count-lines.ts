// How many lines a change adds and removes, in linear time.
import { diffArrays } from "diff";

/** Aligning more lines would take too long: in a longer stretch, equal lines cancel out wherever they stand. */
const MOST_ALIGNED = 600;

/** In a stretch with even more lines, every line counts as changed. */
const MOST_MATCHED = 20_000;

export function countLines(before: string, after: string): { added: number; removed: number } {
  if (before === after) return { added: 0, removed: 0 };
  const stretch = differing(before, after);
  const [removed, added] = [numberOf(stretch[0]), numberOf(stretch[1])];
  if (removed + added > MOST_MATCHED) return { added, removed };
  const [old, now] = [linesOf(stretch[0]), linesOf(stretch[1])];
  if (old.length + now.length > MOST_ALIGNED) return unmatched(old, now);
  const changes = diffArrays(old, now);
  const sum = (is: "added" | "removed"): number =>
    changes.reduce((total, change) => total + (change[is] ? change.count : 0), 0);
  return { added: sum("added"), removed: sum("removed") };
}

function numberOf(text: string): number {
  let breaks = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) breaks += 1;
  return breaks + (text === "" || text.endsWith("\n") ? 0 : 1);
}

/** Each line keeps its line break: a last line without one differs from the same line with one. */
function linesOf(text: string): string[] {
  const lines: string[] = [];
  for (let at = 0; at < text.length;) {
    const end = text.indexOf("\n", at) + 1 || text.length;
    lines.push(text.slice(at, end));
    at = end;
  }
  return lines;
}

/** Removes the whole lines that both texts begin or end with. */
function differing(before: string, after: string): [string, string] {
  const most = Math.min(before.length, after.length);
  const same = alike(most, (from, to) => before.slice(from, to) === after.slice(from, to));
  const start = same === 0 ? 0 : before.lastIndexOf("\n", same - 1) + 1;
  const [old, now] = [before.slice(start), after.slice(start)];
  const end = alike(
    most - start,
    (from, to) => old.slice(old.length - to, old.length - from) === now.slice(now.length - to, now.length - from),
  );
  // The text before the first line break may be the end of two different lines.
  const first = old.indexOf("\n", old.length - end);
  const cut = first === -1 ? 0 : old.length - first - 1;
  return [old.slice(0, old.length - cut), now.slice(0, now.length - cut)];
}

const PIECE = 1 << 16;

/** How far two texts are the same: compares large pieces first, then smaller ones. */
function alike(most: number, isSame: (from: number, to: number) => boolean): number {
  let at = 0;
  for (let piece = PIECE; piece >= 1; piece >>= 1) while (at + piece <= most && isSame(at, at + piece)) at += piece;
  return at;
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
