// Cleans the text of a server for people and models: removes characters that hide, reverse or color text.

/** Whole escape sequences of terminals. */
const SEQUENCES =
  /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[PX^_][^\u001b]*(?:\u001b\\)?|[ -/]*[0-~])/g;

/** Control characters except tab and line break, direction marks, characters without width, tags. */
const UNSEEN =
  /[\0-\x08\v\f\x0e-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb]|[\u{e0000}-\u{e0fff}]/gu;

/** At most `most` characters, without a split surrogate pair. */
export function plainText(text: string, most: number): string {
  // Do not clean text far beyond the limit.
  const clean = text
    .slice(0, most * 4)
    .replace(SEQUENCES, "")
    .replace(/\r\n?/g, "\n")
    .replace(UNSEEN, "")
    .trim();
  return clean.length <= most ? clean : `${clean.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

export function plainLine(text: string, most: number): string {
  return plainText(text.slice(0, most * 4).replace(/\s+/g, " "), most);
}
