// An answer without what it repeats at its end: small models begin to circle.

/** So often in a row is no intention. */
const LINE_REPEATS = 3;
const INLINE_REPEATS = 4;
const MOST_LINES = 12;

/** What is repeated stays once. */
export function withoutRepetition(output: string): string {
  const lines = output.split("\n");
  for (let size = 1; size <= MOST_LINES && size * 2 <= lines.length; size += 1) {
    const kept = withoutRepeatedLines(lines, size);
    if (kept !== undefined) return kept.join("\n");
  }
  return withoutRepeatedWords(output);
}

function withoutRepeatedLines(lines: readonly string[], size: number): string[] | undefined {
  // The last round may be cut off, in the midst of a line too.
  for (let cut = 0; cut <= size && cut < lines.length; cut += 1) {
    const whole = lines.slice(0, lines.length - cut);
    const rounds = roundsAtEnd(whole, size);
    const unit = whole.slice(-size);
    if (rounds < (size === 1 ? LINE_REPEATS : 2) || !isTelling(unit, rounds)) continue;
    if (!isBeginning(lines.slice(lines.length - cut), unit)) continue;
    return whole.slice(0, whole.length - size * (rounds - 1));
  }
  return undefined;
}

function roundsAtEnd(lines: readonly string[], size: number): number {
  let rounds = 1;
  const same = (at: number): boolean => {
    for (let step = 0; step < size; step += 1) if (lines[at + step] !== lines[at + step + size]) return false;
    return true;
  };
  for (let at = lines.length - 2 * size; at >= 0 && same(at); at -= size) rounds += 1;
  return rounds;
}

/** Blank lines and lone brackets repeat in good code; two rounds count only if they are long. */
function isTelling(unit: readonly string[], rounds: number): boolean {
  const letters = unit.join("").replaceAll(/[^\p{L}\p{N}]/gu, "").length;
  return letters >= (rounds >= LINE_REPEATS ? 2 : 24);
}

function isBeginning(lines: readonly string[], unit: readonly string[]): boolean {
  return lines.every((line, at) => (at === lines.length - 1 ? (unit[at] ?? "").startsWith(line) : line === unit[at]));
}

/** On the last line: `and so on and so on and so on`. What ends it some other way, such as closing brackets, was meant. */
function withoutRepeatedWords(output: string): string {
  const start = output.lastIndexOf("\n") + 1;
  const line = output.slice(start, start + 4_000);
  const found = [...line.matchAll(REPEATED)].at(-1);
  const unit = found?.[1] ?? "";
  if (found === undefined || new Set(unit.trim()).size < 3) return output;
  const end = found.index + unit.length;
  return unit.startsWith(line.slice(found.index + found[0].length)) ? output.slice(0, start + end).trimEnd() : output;
}

const REPEATED = new RegExp(String.raw`(\S.{3,60}?)\1{${INLINE_REPEATS - 1},}`, "gu");
