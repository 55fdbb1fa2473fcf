// A place in a file as people and models write it: path:10, path:10-25, path#L10, path#L10-L25, or the path alone.
import type { LineRange } from "../../message/range.ts";

export interface Place {
  path: string;
  range?: LineRange;
}

const NAME = String.raw`[\w.@+~-]`;
/** A path with a slash, or a name with an extension that is not the end of a host. */
const PATH = new RegExp(
  String.raw`^(?:(?:(?:~|\.{1,2}|[A-Za-z]:)?/)?(?:${NAME}+/)+${NAME}*\w|${NAME}*\w\.(?!(?:com|org|net|io)\b)[A-Za-z]\w{0,9})$`,
);
const LINES = String.raw`(?::(\d{1,7})(?:-(\d{1,7})|:\d{1,5})?|#L(\d{1,7})(?:-L?(\d{1,7}))?)(?![\w/\\-]|[.:]\d)`;

/** Longer paths do not become links. */
const LONGEST_PATH = 400;

/** Where a path may begin within a run of its signs: so many places are tried, the first ones first. */
const MOST_STARTS = 8;

export interface FoundPlace {
  index: number;
  text: string;
  place: Place;
}

/** Every place in a text. From the lines, which are rare, back to the path before them: linear in the text. */
export function findPlaces(text: string): FoundPlace[] {
  const found: FoundPlace[] = [];
  const lines = new RegExp(LINES, "g");
  let from = 0;
  for (let match = lines.exec(text); match !== null; match = lines.exec(text)) {
    const index = pathStart(text, from, match.index);
    if (index === undefined) {
      lines.lastIndex = match.index + 1;
      continue;
    }
    from = match.index + match[0].length;
    found.push({ index, text: text.slice(index, from), place: placeOf(text.slice(index, match.index), match) });
  }
  return found;
}

/** The host of a URL without `https://`. */
const HOST = /^[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|io|dev|ai|app)$/;

/** Every path in a text that names no lines: it has a folder and an extension, as `src/a.ts` has and `and/or` has not. */
export function findPaths(text: string): FoundPlace[] {
  return Array.from(text.matchAll(/(?<![:\\])(?<=^|[^\w.@+~/-])[\w.+~/-]+/g)).flatMap(({ index, 0: run }) => {
    const path = run.replace(/[.+~-]+$/, "");
    if (path.length > LONGEST_PATH || !path.includes("/") || !PATH.test(path)) return [];
    const [first = ""] = path.split("/", 1);
    if (!/\.[A-Za-z]\w{0,9}$/.test(path) || HOST.test(first)) return [];
    return [{ index, text: path, place: { path } }];
  });
}

/** Where the path that ends at `end` begins; nothing when there is none after `from`. */
function pathStart(text: string, from: number, end: number): number | undefined {
  const least = Math.max(from, end - LONGEST_PATH);
  let start = end;
  while (start > least && /[\w.@+~/-]/.test(text.charAt(start - 1))) start -= 1;
  // A drive.
  if (text.charAt(start) === "/" && start - 2 >= least && /[A-Za-z]:/.test(text.slice(start - 2, start))) start -= 2;
  let tried = 0;
  for (let at = start; at < end && tried < MOST_STARTS; at += 1) {
    if (at > 0 && /[\w/:@.\\-]/.test(text.charAt(at - 1))) continue;
    tried += 1;
    if (PATH.test(text.slice(at, end))) return at;
  }
  return undefined;
}

/** The place a text is, if it is nothing else. */
export function parsePlace(text: string): Place | undefined {
  const places = findPlaces(text);
  const [found, ...others] = places.length > 0 ? places : findPaths(text);
  return found?.text === text && others.length === 0 ? found.place : undefined;
}

/** Inverted lines are taken as their first. */
function placeOf(path: string, [, colonStart, colonEnd, hashStart, hashEnd]: RegExpExecArray): Place {
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

/** The inverse, for any link that is not a URL. Lines may be written in either form, or be missing. */
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
    // A stray percent sign: it is no address.
    return undefined;
  }
}
