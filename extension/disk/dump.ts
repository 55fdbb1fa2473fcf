// A byte range of a file that is not text: its characters if all of them can be shown, else a hex dump.
import type { FileRead } from "../acquire/facts.ts";
import type { ByteRange } from "../message/range.ts";
import { decodeUtf8 } from "../text/decode-text.ts";
import { hexDump, MOST_DUMPED } from "../text/hex-dump.ts";
import * as words from "./words.ts";

/** `read` gives the bytes from the first offset to before the second. A range that is too large is only described. */
export async function readDump(
  range: ByteRange,
  size: number,
  read: (start: number, end: number) => Promise<Uint8Array>,
): Promise<FileRead> {
  const end = Math.min(range.end, size);
  if (range.start >= end) return { state: "unavailable", reason: words.pastEnd(size) };
  if (end - range.start > MOST_DUMPED) return { state: "large", size: end - range.start };
  const bytes = await read(range.start, end);
  const text = decodeUtf8(bytes);
  const isShown = text !== undefined && !UNSEEN.test(text);
  return {
    state: "text",
    text: isShown ? text : hexDump(bytes, range.start),
    language: isShown ? "" : "hexdump",
    range: { ...range, end },
    unsaved: false,
    clamped: end !== range.end,
  };
}

/** Control characters other than tabs and line breaks. */
const UNSEEN = /[^\P{Cc}\t\n\r]/u;
