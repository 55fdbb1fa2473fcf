// A request as JSON that can be looked at: long strings keep their beginning and say how much follows.
import * as words from "./words.ts";

const LONGEST = 2_000;

export function foldedJson(value: unknown): string {
  return JSON.stringify(
    value,
    (_key, item: unknown) =>
      typeof item === "string" && item.length > LONGEST
        ? words.moreCharacters(item.slice(0, LONGEST), item.length - LONGEST)
        : item,
    2,
  );
}

/** The beginning and the end of a text that is too long to be looked at. */
export function foldedText(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const half = Math.floor(longest / 2);
  return words.hiddenCharacters(text.slice(0, half), text.length - 2 * half, text.slice(-half));
}
