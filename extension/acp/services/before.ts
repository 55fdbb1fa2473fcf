// The text of a file before an agent changed it, from the agent's diffs and the text as it is now.
import type { Diff } from "@agentclientprotocol/sdk";

type Change = Pick<Diff, "oldText" | "newText">;

/** `null` if there was no file; `undefined` if the diffs do not say for sure. Line breaks are those of the file. */
export function textBefore(now: string, diffs: readonly Change[]): string | null | undefined {
  let text = now;
  for (const { oldText, newText } of diffs.toReversed()) {
    const found = findChanged(text, newText);
    if (found === undefined) return undefined;
    const { start, end } = found;
    if (oldText === null || oldText === undefined) return end - start === text.length ? null : undefined;
    const old = asInFile(oldText, text, found);
    if (old === undefined) return undefined;
    text = text.slice(0, start) + old + text.slice(end);
  }
  return text === now ? undefined : text;
}

interface Region {
  start: number;
  end: number;
  /** Not with the breaks that the agent reported. */
  breaksDiffer: boolean;
}

/** Some agents report whole files, some only the lines around a change; some as the bytes are, some always with LF. */
function findChanged(text: string, newText: string): Region | undefined {
  const exact = findOnce(text, newText);
  if (exact !== undefined) return { ...exact, breaksDiffer: false };
  const unix = findOnce(unixBreaks(text), unixBreaks(newText));
  if (unix === undefined) return undefined;
  const [start, end] = [offsetIn(text, unix.start), offsetIn(text, unix.end)];
  return { start, end, breaksDiffer: true };
}

function findOnce(text: string, part: string): { start: number; end: number } | undefined {
  if (text === part) return { start: 0, end: text.length };
  const start = part === "" ? -1 : text.indexOf(part);
  return start < 0 || text.includes(part, start + 1) ? undefined : { start, end: start + part.length };
}

/** The old text with the breaks of its place, if the report does not tell them; `undefined` if the place has both kinds. */
function asInFile(oldText: string, text: string, { start, end, breaksDiffer }: Region): string | undefined {
  const region = text.slice(start, end);
  // A report with a break that is in the file, or with a CR LF, has the breaks as they were.
  if (!breaksDiffer && (region.includes("\n") || oldText.includes("\r\n") || !oldText.includes("\n"))) return oldText;
  const around = region.includes("\n") ? region : text;
  const [crlf, all] = [count(around, "\r\n"), count(around, "\n")];
  if (crlf === 0) return unixBreaks(oldText);
  return crlf === all ? unixBreaks(oldText).replaceAll("\n", "\r\n") : undefined;
}

function count(text: string, wanted: string): number {
  return text.split(wanted).length - 1;
}

function unixBreaks(text: string): string {
  return text.replaceAll("\r\n", "\n");
}

/** Where the character at `offset` of the text with LF is in the text itself. */
function offsetIn(text: string, offset: number): number {
  let [at, left] = [0, offset];
  for (;;) {
    const next = text.indexOf("\r\n", at);
    if (next < 0 || next - at >= left) return at + left;
    left -= next - at + 1;
    at = next + 2;
  }
}
