// The worker thread that searches files. Its owner ends it if a pattern takes too long.
import { parentPort } from "node:worker_threads";
import type { Found, Place, Searched, SearchJob } from "../../tools/ports.ts";
import { decodeText, wideMark } from "../../text/decode-text.ts";
import { readSameSync } from "../places/same-file-sync.ts";

/** A line that is longer is shown around its match. */
const LINE_LENGTH = 400;

/** No text has a NUL near its start. */
const SNIFF_BYTES = 8192;

parentPort?.on("message", (job: SearchJob) => {
  parentPort?.postMessage(search(job));
});
parentPort?.postMessage("ready");

function search({ places, source, flags, most, fileBytes }: SearchJob): Searched {
  const pattern = new RegExp(source, flags);
  const searched: Searched = { found: [], isCut: false, large: 0, unread: [] };
  for (const place of places) {
    const read = readSameSync(place, fileBytes);
    if (!read.ok) searched.unread.push({ path: place.path, why: read.failure });
    else if (read.value === undefined) searched.large += 1;
    else {
      const text = textOf(read.value);
      if (text !== undefined) searched.isCut = searchText(place, text, pattern, most, searched.found);
      if (searched.isCut) return searched;
    }
  }
  return searched;
}

/** UTF-16 by its mark. In another encoding, characters beyond ASCII are not found. */
function textOf(bytes: Buffer): string | undefined {
  if (wideMark(bytes) !== undefined) return decodeText(bytes);
  return bytes.subarray(0, SNIFF_BYTES).includes(0) ? undefined : bytes.toString("utf8");
}

/** Whether there was more than fits. */
function searchText({ path }: Place, text: string, pattern: RegExp, most: number, found: Found[]): boolean {
  for (const [index, line] of text.split(/\r\n|\n|\r/).entries()) {
    const match = pattern.exec(line);
    if (match === null) continue;
    if (found.length === most) return true;
    found.push({ path, line: index + 1, text: around(line, match.index) });
  }
  return false;
}

function around(line: string, at: number): string {
  if (line.length <= LINE_LENGTH) return line;
  const start = Math.max(0, Math.min(at - LINE_LENGTH / 4, line.length - LINE_LENGTH));
  const end = start + LINE_LENGTH;
  return `${start > 0 ? "…" : ""}${line.slice(start, end)}${end < line.length ? "…" : ""}`;
}
