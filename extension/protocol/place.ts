// A place in a file as people and models write it: path:10, path:10-25, path#L10, path#L10-L25.
import type { LineRange } from "../message/range.ts";

export interface Place {
  path: string;
  range?: LineRange;
}

const NAME = String.raw`[\w.@+~-]`;
/** A path with a slash, or a name with an extension that is not the end of a host. */
const PATH = String.raw`(?:(?:~|\.{1,2}|[A-Za-z]:)?/)?(?:${NAME}+/)+${NAME}*\w|${NAME}*\w\.(?!(?:com|org|net|io)\b)[A-Za-z]\w{0,9}`;
const LINES = String.raw`(?::(\d{1,7})(?:-(\d{1,7})|:\d{1,5})?|#L(\d{1,7})(?:-L?(\d{1,7}))?)`;

/**
 * Every place in a text. Use a new one each time: it remembers where it is. A match starts only where a run of name
 * characters starts, so the time grows with the length of the text and not with its square.
 */
export function placePattern(): RegExp {
  return new RegExp(String.raw`(?<![\w/:@.+~\\-])(${PATH})${LINES}(?![\w/\\-]|[.:]\d)`, "g");
}

/** The place a text is, if it is nothing else. */
export function parsePlace(text: string): Place | undefined {
  const [match, ...others] = text.matchAll(placePattern());
  if (match?.[0] !== text || others.length > 0) return undefined;
  return placeOf(match);
}

/** Of a match of `placePattern`; inverted lines are taken as their first. */
export function placeOf(match: RegExpMatchArray): Place {
  const [, path = "", colonStart, colonEnd, hashStart, hashEnd] = match;
  const start = Number(colonStart ?? hashStart);
  const end = Number(colonEnd ?? hashEnd ?? start);
  return start < 1 ? { path } : { path, range: { start, end: Math.max(start, end) } };
}

/** As a link: escaped, and with `#L`, so that no path is taken for the scheme of an address. */
export function hrefOf({ path, range }: Place): string {
  const lines =
    range === undefined ? "" : range.start === range.end ? `#L${range.start}` : `#L${range.start}-L${range.end}`;
  return encodeURI(path).replaceAll("#", "%23") + lines;
}

/** The inverse, for any link that is no address: lines may be written either way, or be missing. */
export function placeOfHref(href: string): Place | undefined {
  const [, path, a, b, c, d] = /^([^:#]+)(?::(\d+)(?:-(\d+))?|#L(\d+)(?:-L?(\d+))?)?$/.exec(href) ?? [];
  const decoded = path === undefined ? undefined : unescaped(path);
  if (decoded === undefined) return undefined;
  const start = Number(a ?? c ?? 0);
  const end = Number(b ?? d ?? start);
  return start < 1 ? { path: decoded } : { path: decoded, range: { start, end: Math.max(start, end) } };
}

function unescaped(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
