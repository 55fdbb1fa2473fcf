// A first look at a path, as units in an array: whether it holds a query at all, and how well.

/** Unit, and in the highest bit whether a word begins there. */
export const WORD_START = 0x8000;
export const UNIT = 0x7fff;

/** The classes of a first look, best first; the exact look follows for the few that matter. */
export const NO_MATCH = 5;

export function gradeOf(units: Uint16Array, start: number, end: number, query: Uint16Array): number {
  const length = query.length;
  const first = query[0] ?? 0;
  let wanted = 0;
  let whole = NO_MATCH;
  let begins = false;
  for (let at = start; at < end && whole > 1; at += 1) {
    const unit = units[at] ?? 0;
    const plain = unit & UNIT;
    if (wanted < length && plain === query[wanted]) {
      if (wanted === 0) begins = at === start || unit >= WORD_START;
      wanted += 1;
    }
    if (plain !== first || at + length > end) continue;
    let same = 1;
    while (same < length && ((units[at + same] ?? 0) & UNIT) === query[same]) same += 1;
    if (same < length) continue;
    if (at === start) whole = length === end - start ? 0 : 1;
    else whole = Math.min(whole, unit >= WORD_START ? 1 : 2);
  }
  if (whole < NO_MATCH) return whole;
  if (wanted < length) return NO_MATCH;
  return begins ? 3 : 4;
}

export function spreadOf(units: Uint16Array, start: number, end: number, query: Uint16Array): number {
  let wanted = 0;
  for (let at = start; at < end; at += 1) {
    if (((units[at] ?? 0) & UNIT) === query[wanted] && ++wanted === query.length) return 4;
  }
  return NO_MATCH;
}

/** One bit for each letter, one for digits, and a few that all other characters share. */
export function maskOf(units: Uint16Array, start: number, end: number): number {
  let mask = 0;
  for (let at = start; at < end; at += 1) {
    const unit = (units[at] ?? 0) & UNIT;
    if (unit >= 97 && unit <= 122) mask |= 1 << (unit - 97);
    else if (unit >= 48 && unit <= 57) mask |= 1 << 26;
    else mask |= 1 << (27 + (unit % 4));
  }
  return mask;
}
