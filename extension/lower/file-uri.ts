// An absolute path as a file:// URI that every reader of URIs turns back into the same path.
import { isByteRange, type Range } from "../message/range.ts";

/** Percent-encodes each segment separately, so that no character has a special meaning in the URI. */
export function fileUri(path: string, range?: Range): string {
  const slashed = /^[a-z]:[\\/]|^\\\\/i.test(path) ? path.replaceAll("\\", "/") : path;
  const [, host = "", rest = slashed] = /^\/\/([^/]+)(\/.*)$/.exec(slashed) ?? [];
  const segments = rest.split("/").map((segment, index) => {
    const isDrive = /^[a-z]:$/i.test(segment) && index <= 1;
    return isDrive ? segment : encodeURIComponent(segment.toWellFormed());
  });
  const joined = segments.join("/");
  return `file://${host}${joined.startsWith("/") ? "" : "/"}${joined}${fragment(range)}`;
}

function fragment(range: Range | undefined): string {
  if (range === undefined) return "";
  if (isByteRange(range)) return `#bytes=${range.start}-${range.end}`;
  return range.start === range.end ? `#L${range.start}` : `#L${range.start}-${range.end}`;
}
