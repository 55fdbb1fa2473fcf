// An accepted completion while the user goes on: where it stands now, and whether it is still there.

/** Offsets of the document. */
export interface Stretch {
  start: number;
  end: number;
}

/** As the editor tells it: so many characters at an offset became this text. */
interface TextChange {
  offset: number;
  length: number;
  text: string;
}

/** The changes of one step, each with offsets before the step. */
export function follow(stretch: Stretch, changes: readonly TextChange[]): Stretch {
  // From the end to the beginning, so that no change moves the offsets of another.
  return changes.toSorted((one, other) => other.offset - one.offset).reduce(moved, stretch);
}

function moved({ start, end }: Stretch, { offset, length, text }: TextChange): Stretch {
  const by = text.length - length;
  if (offset + length <= start) return { start: start + by, end: end + by };
  if (offset >= end) return { start, end };
  return { start: Math.min(start, offset), end: Math.max(end, offset + length) + by };
}

/** At least half of its lines stand there, whatever their blanks. */
export function isStillThere(accepted: string, now: string): boolean {
  const lines = plainLines(accepted);
  const kept = plainLines(now).join("\n");
  const there = lines.filter((line) => kept.includes(line)).length;
  return lines.length > 0 && there * 2 >= lines.length;
}

function plainLines(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.replaceAll(/\s+/g, ""))
    .filter((line) => line !== "");
}
