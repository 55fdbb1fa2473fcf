// Which line of one text is which of another: by the lines that stand once in both, then what lies between them.
import { Breather } from "../stream/breather.ts";

/** In larger stretches only lines that are unique in both are matched, so that time grows with the lines, not with their product. */
const MOST_CELLS = 20_000;

/** Limits the depth, so that it ends for any order of lines. */
const DEEPEST = 40;

/** For each of `one` the index in `other`, or -1; indices only grow. A negative key equals none. */
export async function alignKeys(one: ArrayLike<number>, other: ArrayLike<number>): Promise<Int32Array> {
  const texts = { one, other, pairs: new Int32Array(one.length).fill(-1) };
  const breather = new Breather();
  const left: Stretch[] = [{ from: 0, to: one.length, low: 0, high: other.length, depth: 0 }];
  for (let stretch = left.pop(); stretch !== undefined; stretch = left.pop()) {
    align(texts, stretch, left);
    if (breather.isDue) await breather.rest();
  }
  return texts.pairs;
}

interface Texts {
  one: ArrayLike<number>;
  other: ArrayLike<number>;
  pairs: Int32Array;
}

interface Stretch {
  from: number;
  to: number;
  low: number;
  high: number;
  depth: number;
}

/** What lies between the anchors of a stretch is left for later. */
function align(texts: Texts, whole: Stretch, left: Stretch[]): void {
  const { one, other, pairs } = texts;
  let { from, to, low, high } = whole;
  const isSame = (a: number, b: number): boolean => one[a] === other[b] && (one[a] ?? -1) >= 0;
  while (from < to && low < high && isSame(from, low)) pairs[from++] = low++;
  while (from < to && low < high && isSame(to - 1, high - 1)) pairs[--to] = --high;
  if (from === to || low === high) return;
  const depth = whole.depth + 1;
  const stretch = { from, to, low, high, depth };
  const anchors = depth > DEEPEST ? [] : increasing(onceInBoth(texts, stretch));
  if (anchors.length === 0) {
    longest(texts, stretch);
    return;
  }
  for (const [a, b] of anchors) {
    pairs[a] = b;
    if (a > from && b > low) left.push({ from, to: a, low, high: b, depth });
    [from, low] = [a + 1, b + 1];
  }
  left.push({ from, to, low, high, depth });
}

type Pair = readonly [number, number];

function onceInBoth({ one, other }: Texts, { from, to, low, high }: Stretch): Pair[] {
  const [mine, theirs] = [once(one, from, to), once(other, low, high)];
  const pairs: Pair[] = [];
  for (const [key, at] of mine) {
    const there = at < 0 ? undefined : theirs.get(key);
    if (there !== undefined && there >= 0) pairs.push([at, there]);
  }
  return pairs;
}

/** Where each key stands; -1 for what stands more than once. */
function once(keys: ArrayLike<number>, from: number, to: number): Map<number, number> {
  const found = new Map<number, number>();
  for (let at = from; at < to; at += 1) {
    const key = keys[at] ?? -1;
    if (key >= 0) found.set(key, found.has(key) ? -1 : at);
  }
  return found;
}

/** The longest chain of pairs whose second indices grow; the first ones do already. */
function increasing(pairs: readonly Pair[]): Pair[] {
  const tails: number[] = [];
  const before = new Int32Array(pairs.length).fill(-1);
  for (const [index, [, there]] of pairs.entries()) {
    let [low, high] = [0, tails.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[tails[middle] ?? 0]?.[1] ?? 0) < there) low = middle + 1;
      else high = middle;
    }
    before[index] = low === 0 ? -1 : (tails[low - 1] ?? -1);
    tails[low] = index;
  }
  const chain: Pair[] = [];
  for (let at = tails.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) {
    const pair = pairs[at];
    if (pair) chain.push(pair);
  }
  return chain.reverse();
}

/** The longest common sequence of a small stretch; of several the earliest in `other`. */
function longest({ one, other, pairs }: Texts, { from, to, low, high }: Stretch): void {
  const [rows, columns] = [to - from, high - low];
  if (rows * columns > MOST_CELLS) return;
  const width = columns + 1;
  const best = new Int32Array((rows + 1) * width);
  const at = (row: number, column: number): number => best[row * width + column] ?? 0;
  const isSame = (row: number, column: number): boolean =>
    one[from + row] === other[low + column] && (one[from + row] ?? -1) >= 0;
  for (let row = rows - 1; row >= 0; row -= 1)
    for (let column = columns - 1; column >= 0; column -= 1)
      best[row * width + column] = isSame(row, column)
        ? at(row + 1, column + 1) + 1
        : Math.max(at(row + 1, column), at(row, column + 1));
  let [row, column] = [0, 0];
  while (row < rows && column < columns) {
    if (isSame(row, column)) pairs[from + row++] = low + column++;
    else if (at(row + 1, column) >= at(row, column + 1)) row += 1;
    else column += 1;
  }
}
