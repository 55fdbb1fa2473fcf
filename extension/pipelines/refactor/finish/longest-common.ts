// The longest common sequence of two lists of keys: no other pairing leaves fewer lines to change.

/** Of longer lists only the ends are paired. */
export const MOST_CELLS = 4_000_000;

/** For each key of `one` the index of its pair in `other`, or -1. */
export function longestCommon(one: readonly number[], other: readonly number[]): Int32Array {
  const pairs = new Int32Array(one.length).fill(-1);
  const rest = pairEnds({ one, mine: [...one.keys()], other, theirs: [...other.keys()] }, pairs);
  // A key that only one of them has is in no pair: without such keys, most lists are the same.
  const [here, there] = [new Set(rest.mine.map((at) => one[at])), new Set(rest.theirs.map((at) => other[at]))];
  const mine = rest.mine.filter((at) => there.has(one[at]));
  const theirs = rest.theirs.filter((at) => here.has(other[at]));
  pairWithin(pairEnds({ one, mine, other, theirs }, pairs), pairs);
  return pairs;
}

interface Lists {
  one: readonly number[];
  /** The indexes of `one` that are to be paired. */
  mine: readonly number[];
  other: readonly number[];
  theirs: readonly number[];
}

/** Returns what is left between the two ends. */
function pairEnds({ one, mine, other, theirs }: Lists, pairs: Int32Array): Lists {
  let [from, to, low, high] = [0, mine.length, 0, theirs.length];
  const pair = (row: number, column: number): boolean => {
    const [at, there] = [mine[row] ?? -1, theirs[column] ?? -1];
    if (one[at] !== other[there]) return false;
    pairs[at] = there;
    return true;
  };
  while (from < to && low < high && pair(from, low)) [from, low] = [from + 1, low + 1];
  while (from < to && low < high && pair(to - 1, high - 1)) [to, high] = [to - 1, high - 1];
  return { one, mine: mine.slice(from, to), other, theirs: theirs.slice(low, high) };
}

function pairWithin({ one, mine, other, theirs }: Lists, pairs: Int32Array): void {
  const [rows, width] = [mine.length, theirs.length + 1];
  if (rows * width > MOST_CELLS) return;
  const [keys, others] = [mine.map((at) => one[at]), theirs.map((at) => other[at])];
  const best = new Int32Array((rows + 1) * width);
  for (let row = rows - 1; row >= 0; row -= 1)
    for (let column = width - 2; column >= 0; column -= 1) {
      const here = row * width + column;
      best[here] =
        keys[row] === others[column]
          ? (best[here + width + 1] ?? 0) + 1
          : Math.max(best[here + width] ?? 0, best[here + 1] ?? 0);
    }
  let [row, column] = [0, 0];
  while (row < rows && column < width - 1) {
    const here = row * width + column;
    if (keys[row] === others[column]) pairs[mine[row++] ?? -1] = theirs[column++] ?? -1;
    else if ((best[here + width] ?? 0) >= (best[here + 1] ?? 0)) row += 1;
    else column += 1;
  }
}
