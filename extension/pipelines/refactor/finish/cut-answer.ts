// Which lines of an answer are the target: models repeat lines around it, up to the whole file.
import { isStrong } from "../../../apply/line-kind.ts";
import type { Line } from "../../../apply/lines.ts";
import { type Compared, keyOf, leastLevel, type Part } from "./compare.ts";
import { longestCommon } from "./longest-common.ts";

export interface Cut {
  /** The lines of the answer that are the target. */
  from: number;
  to: number;
  /** How many lines beside them are not in the document: changes outside the target. */
  outside: number;
}

/** Try this many ends on either side. */
const MOST_ENDS = 4;

/** Weigh this many places where an end may be. */
const MOST_PLACES = 12;

/** Look this far above and below for lines that the answer repeats. */
const REACH = 3_000;

interface End {
  /** How many lines of the answer with words are left out on this side. */
  count: number;
  /** How many of them are not in the document. */
  unknown: number;
  /** What they weigh, with the lines of the document that are passed over. */
  cost: number;
}

interface Way {
  shift: number;
  mine: number[];
  head: End;
  tail: End;
  changes: number;
  cost: number;
}

/** Explains every line by one of the document or of the target: of all ways, that with the fewest changed lines. */
export function cutAnswer(compared: Compared, part: Part, isElided: readonly boolean[]): Cut {
  const { answer, document, shift } = compared;
  const { start, end } = part;
  const said = answer.flatMap((line, at) => (line.words === "" ? [] : [at]));
  // An answer stands as the document does, or further out.
  const ways = (shift === 0 ? [0] : [shift, 0]).map((deeper) =>
    bestWay({ ...compared, shift: deeper }, part, said, isElided),
  );
  const best = ways.reduce((one, other) => (other.cost < one.cost ? other : one));
  const { head, tail, mine } = best;
  const only = head.count + tail.count === 1 ? (head.count === 1 ? 0 : said.length - 1) : -1;
  const least = leastLevel(document.slice(start, end)) ?? -Infinity;
  if (mine[only] !== -1 && isAskedFor(answer[said[only] ?? -1], head.count === 1, best.changes, least - best.shift))
    return { from: 0, to: answer.length, outside: 0 };
  const from = head.count === 0 ? 0 : (said[head.count - 1] ?? -1) + 1;
  const to = tail.count === 0 ? answer.length : (said[said.length - tail.count] ?? answer.length);
  return { from, to, outside: head.unknown + tail.unknown };
}

function bestWay(
  { answer, document, shift }: Compared,
  { start, end }: Part,
  said: readonly number[],
  isElided: readonly boolean[],
): Way {
  const keys = new Map<string, number>();
  const number = (name: string): number => {
    const key = keys.get(name) ?? keys.size;
    keys.set(name, key);
    return key;
  };
  const numbered = (lines: readonly Line[]): number[] =>
    lines.filter((line) => line.words !== "").map((line) => number(keyOf(line, 0)));
  const mine = said.map((at) => (isElided[at] === true ? -1 : number(keyOf(answer[at] ?? NONE, shift))));
  const target = numbered(document.slice(start, end));
  const above = numbered(document.slice(Math.max(0, start - REACH), start));
  const below = numbered(document.slice(end, end + REACH));
  const changes = changesIn(mine, target);
  const all: Way = { shift, mine, head: NO_END, tail: NO_END, changes, cost: changes };
  if (above.length + below.length === 0) return all;
  const pairs = longestCommon(mine, [...above, ...target, ...below]);
  const lastAbove = pairs.findLastIndex((pair) => pair >= 0 && pair < above.length);
  const firstBelow = pairs.findIndex((pair) => pair >= above.length + target.length);
  const heads = endsOf([...mine].reverse(), above.reverse(), lastAbove < 0 ? [] : [mine.length - 1 - lastAbove]);
  const tails = endsOf(mine, below, firstBelow < 0 ? [] : [firstBelow]);
  let best = all;
  for (const head of heads)
    for (const tail of tails) {
      const kept = mine.slice(head.count, Math.max(head.count, mine.length - tail.count));
      const unknown = head.unknown + tail.unknown;
      if (head.count + tail.count > mine.length || (kept.length === 0 && unknown > 0)) continue;
      const changed = changesIn(kept, target);
      const cost = changed + head.cost + tail.cost;
      if (cost < best.cost) best = { shift, mine, head, tail, changes: changed, cost };
    }
  return best;
}

const NO_END: End = { count: 0, unknown: 0, cost: 0 };

/** A change outside the target is less likely than one within. */
const OUTSIDE = 1.5;

const NONE: Line = { text: "", words: "", level: 0 };

/** One line that stands beside the target too: it was asked for twice, unless it says much, stands further out, or closes what is above. */
function isAskedFor(line: Line | undefined, isFirst: boolean, changes: number, least: number): boolean {
  if (line === undefined || line.level < least || (isFirst && /^(?:[}\])]|```)/.test(line.words))) return false;
  return changes === 0 || !isStrong(line.words);
}

/** Lines of either that the other does not have. Omissions are not counted here. */
function changesIn(mine: readonly number[], target: readonly number[]): number {
  const plain = mine.filter((key) => key >= 0);
  const both = longestCommon(plain, target).filter((pair) => pair >= 0).length;
  return plain.length + target.length - 2 * both;
}

/**
 * Where the target may begin or end: behind a line that is one of the nearest outside it. `mine` and `around` are in the
 * order away from the target for tails, and reversed for heads, so that one reading serves both. `likely`: where the
 * answer as a whole says that it is.
 */
function endsOf(mine: readonly number[], around: readonly number[], likely: readonly number[]): End[] {
  const nearest = around.slice(0, 3);
  const all = mine.flatMap((key, at) => (key === -1 || nearest.includes(key) ? [at] : []));
  const few = all.length > MOST_PLACES ? [...all.slice(0, MOST_PLACES / 2), ...all.slice(-MOST_PLACES / 2)] : all;
  const ends: End[] = [];
  for (const at of new Set([...likely, ...few])) {
    const [key = -1, ...rest] = [mine[at], ...mine.slice(at)];
    const part = rest.filter((other) => other >= 0);
    const pairs = longestCommon(part, around.slice(0, 2 * part.length + 20));
    const known = pairs.filter((pair) => pair >= 0).length;
    const first = pairs.find((pair) => pair >= 0) ?? 0;
    const unknown = part.length - known;
    // An omission is followed by lines of the document, or by none.
    if ((known === 0 && part.length > 0) || (key === -1 && unknown > 0)) continue;
    ends.push({ count: rest.length, unknown, cost: OUTSIDE * unknown + (key === -1 ? 0 : first) });
  }
  const gain = ({ cost, count }: End): number => cost - count;
  const chosen = ends.sort((one, other) => gain(one) - gain(other)).slice(0, MOST_ENDS);
  return [NO_END, ...chosen.sort((one, other) => one.count - other.count)];
}
