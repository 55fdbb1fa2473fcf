// Whether a path fits a glob: `*` and `?` within a name, `**` across names, classes, braces. No pattern makes it slow.
import { expandBraces } from "../../text/expand-braces.ts";

export type Token =
  | { type: "one" }
  | { type: "some" }
  | { type: "in"; not: boolean; ranges: [string, string][] }
  | { type: "is"; text: string };

/** `**` or the tokens of one name. */
type Segment = "any" | Token[];

export interface Glob {
  matches: (path: string) => boolean;
}

/** Parsed globs are kept: a search matches the same rules against every file. */
const MOST_KNOWN = 500;
const known = new Map<string, Glob>();

/** A backslash escapes the next character. `src/**` is the folder and everything in it. */
export function parseGlob(pattern: string): Glob {
  const glob = known.get(pattern) ?? toGlob(pattern);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(pattern, glob);
  return glob;
}

function toGlob(pattern: string): Glob {
  const alternatives = expandBraces(pattern).map((one) => toSegments(one));
  return {
    matches(path) {
      const names = path.split("/");
      return alternatives.some((segments) => matchSequence(segments, names, isAny, matchSegment));
    },
  };
}

/** Matches text that is not a path: `*` matches everything, including slashes. */
export function matchWildcards(pattern: string, text: string): boolean {
  const tokens = toTokens(pattern);
  const [first] = tokens;
  // For most patterns the first character decides, however long the text is.
  if (first?.type === "is" && !text.startsWith(first.text)) return false;
  return matchSequence(tokens, Array.from(text), isSome, matchOne);
}

export function hasWildcard(pattern: string): boolean {
  return /[*?[\]{}]/.test(pattern.replace(/\\./gs, ""));
}

/** A pattern that matches only this text. */
export function escapeGlob(text: string): string {
  return text.replace(/[\\*?[\]{}]/g, "\\$&");
}

/** One wildcard backtracks at a time, the latest: for sequences that is enough, and it is never exponential. */
function matchSequence<Part, Item>(
  parts: readonly Part[],
  items: readonly Item[],
  isWild: (part: Part) => boolean,
  fits: (part: Part, item: Item) => boolean,
): boolean {
  let part = 0;
  let item = 0;
  let wild = -1;
  let resume = 0;
  while (item < items.length) {
    const here = parts[part];
    const thing = items[item];
    if (here !== undefined && isWild(here)) {
      wild = part;
      resume = item;
      part += 1;
    } else if (here !== undefined && thing !== undefined && fits(here, thing)) {
      part += 1;
      item += 1;
    } else if (wild !== -1) {
      resume += 1;
      item = resume;
      part = wild + 1;
    } else return false;
  }
  return parts.slice(part).every(isWild);
}

const isAny = (segment: Segment): boolean => segment === "any";
const isSome = (token: Token): boolean => token.type === "some";

function matchSegment(segment: Segment, name: string): boolean {
  return segment === "any" || matchSequence(segment, Array.from(name), isSome, matchOne);
}

export function matchOne(token: Token, character: string): boolean {
  switch (token.type) {
    case "one":
    case "some":
      return true;
    case "is":
      return token.text === character;
    case "in":
      return token.ranges.some(([from, to]) => from <= character && character <= to) !== token.not;
    default:
      return token satisfies never;
  }
}

function toSegments(pattern: string): Segment[] {
  return pattern
    .replace(/^\.\//, "")
    .split("/")
    .map((name) => (name === "**" ? "any" : toTokens(name)));
}

/** The tokens of one path segment, or of a pattern that is not a path. */
export function toTokens(name: string): Token[] {
  const tokens: Token[] = [];
  // Classes have a limit: otherwise brackets that never close would take quadratic time.
  for (const [sign, escaped, body] of name.matchAll(/\\(.)|\[([!^]?\]?[^\]]{1,256})\]|./gsu)) {
    if (escaped !== undefined) tokens.push({ type: "is", text: escaped });
    else if (body !== undefined) tokens.push(toClass(body));
    else if (sign === "?") tokens.push({ type: "one" });
    else if (sign !== "*") tokens.push({ type: "is", text: sign });
    else if (tokens.at(-1)?.type !== "some") tokens.push({ type: "some" });
  }
  return tokens;
}

function toClass(body: string): Token {
  const not = body.startsWith("!") || body.startsWith("^");
  const ranges: [string, string][] = [];
  for (const [one, from, to] of (not ? body.slice(1) : body).matchAll(/(.)-(.)|./gsu)) {
    ranges.push(from === undefined || to === undefined ? [one, one] : [from, to]);
  }
  return { type: "in", not, ranges };
}
