// The thread in which files are searched. Whoever started it stops it when a pattern takes too long.
import { parentPort } from "node:worker_threads";
import type { Found, Searched, SearchAnswer } from "./ports.ts";

export interface SearchJob {
  files: Searched[];
  source: string;
  flags: string;
  most: number;
}

/** A line that is longer is shown around its match. */
const LINE_LENGTH = 400;

/** No text has a NUL near its start. */
const SNIFF_BYTES = 8192;

parentPort?.on("message", (job: SearchJob) => {
  parentPort?.postMessage(search(job));
});
parentPort?.postMessage("ready");

function search({ files, source, flags, most }: SearchJob): SearchAnswer {
  const pattern = new RegExp(source, flags);
  const found: Found[] = [];
  for (const { path, bytes } of files) {
    if (bytes.subarray(0, SNIFF_BYTES).includes(0)) continue;
    const lines = new TextDecoder().decode(bytes).split(/\r\n|\n|\r/);
    for (const [index, line] of lines.entries()) {
      const match = pattern.exec(line);
      if (match === null) continue;
      if (found.length === most) return { ok: true, found, isCut: true };
      found.push({ path, line: index + 1, text: around(line, match.index) });
    }
  }
  return { ok: true, found, isCut: false };
}

function around(line: string, at: number): string {
  if (line.length <= LINE_LENGTH) return line;
  const start = Math.max(0, Math.min(at - LINE_LENGTH / 4, line.length - LINE_LENGTH));
  const end = start + LINE_LENGTH;
  return `${start > 0 ? "…" : ""}${line.slice(start, end)}${end < line.length ? "…" : ""}`;
}
