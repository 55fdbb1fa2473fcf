// Words of a server as a person and a model may see them: without signs that hide, turn or colour what is written.

/** Escape sequences of terminals, whole. */
const SEQUENCES =
  /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[PX^_][^\u001b]*(?:\u001b\\)?|[ -/]*[0-~])/g;

/** Control signs but tab and line break; what turns the direction; what has no width; tags and private use. */
const UNSEEN =
  /[\0-\x08\v\f\x0e-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb]|[\u{e0000}-\u{e0fff}]/gu;

/** At most `most` characters, no pair cut in two. */
export function plainText(text: string, most: number): string {
  // What is far beyond the bound is not even looked at.
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
