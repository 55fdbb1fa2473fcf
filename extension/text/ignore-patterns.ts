// Lines of ignore files, made safe to match: each becomes a regular expression, and a hostile one could block the host.

/** Longer files are cut at a line: `.gitignore` is written by people. */
const MOST_CHARACTERS = 256 * 1024;
const MOST_LINES = 5_000;
const LONGEST_LINE = 1_000;

/** With more stars in one name, matching can take a power of the name's length. */
const MOST_STARS = 3;

export function toIgnorePatterns(text: string): string[] {
  return text
    .slice(0, MOST_CHARACTERS)
    .split("\n", MOST_LINES)
    .flatMap((line) => quickPattern(line) ?? []);
}

/**
 * Widens a pattern with too many stars, so that it hides a little more: `a*b*c*d*e` becomes `a*e`. Ignores one that
 * shows files again, because widening it would show more than it says.
 */
export function quickPattern(line: string): string | undefined {
  if (line.length > LONGEST_LINE) return undefined;
  const names = line.split("/");
  if (names.every((name) => starsIn(name) <= MOST_STARS)) return line;
  if (line.startsWith("!")) return undefined;
  return names.map((name) => (starsIn(name) > MOST_STARS ? withOneStar(name) : name)).join("/");
}

function starsIn(name: string): number {
  return name.match(/\*+/g)?.length ?? 0;
}

function withOneStar(name: string): string {
  return `${name.slice(0, name.indexOf("*"))}*${name.slice(name.lastIndexOf("*") + 1)}`;
}
