// Where two requests part: the first text that is not the same, around the first line that is not.

export interface Divergence {
  /** How many texts of the request before are not repeated; 0 when it was only added to. */
  lost: number;
  /** The text that was there before, from a line before the difference on; `undefined` when there was none. */
  before: string | undefined;
  now: string | undefined;
}

const LINES_SHOWN = 12;
const CHARACTERS_SHOWN = 1_500;

/** `same` is how many texts, from the first, are equal. */
export function divergence(before: readonly string[], now: readonly string[], same: number): Divergence {
  const [old, fresh] = [before[same], now[same]];
  const from = old === undefined || fresh === undefined ? 0 : Math.max(0, firstDifference(old, fresh) - 1);
  return { lost: before.length - same, before: excerpt(old, from), now: excerpt(fresh, from) };
}

/** The number of lines two texts have in common from the first. */
function firstDifference(one: string, other: string): number {
  const [these, those] = [one.split("\n"), other.split("\n")];
  const differs = these.findIndex((line, index) => line !== those[index]);
  return differs < 0 ? these.length : differs;
}

function excerpt(text: string | undefined, from: number): string | undefined {
  if (text === undefined) return undefined;
  const lines = text.split("\n");
  const shown = lines
    .slice(from, from + LINES_SHOWN)
    .join("\n")
    .slice(0, CHARACTERS_SHOWN);
  const isWhole = shown === lines.slice(from).join("\n");
  return `${from > 0 ? "…\n" : ""}${shown}${isWhole ? "" : "\n…"}`;
}
