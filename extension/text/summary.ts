// One line that says what a Markdown text is about: its first line with words, without the signs of a heading.

const LONGEST = 80;

/** Empty for a text without words. */
export function summaryOf(text: string): string {
  const first = text.split("\n").find((line) => /[\p{L}\p{N}]/u.test(line)) ?? "";
  const characters = Array.from(first.trim().replace(/^#+\s*/, ""));
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST - 1).join("")}…` : characters.join("");
}
