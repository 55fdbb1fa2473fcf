// Explains to the model why the text to replace was not found, so that the next attempt succeeds.
import * as words from "./words.ts";

/** In a longer file Galley does not look for similar lines. */
const MOST_LINES = 50_000;
const MOST_WANTED = 200;

/** The whole sentence for the model. */
export function whyNotFound(path: string, text: string, wanted: string): string {
  const lines = text.split(/\r?\n/);
  const asked = withoutBlankEnds(wanted.split(/\r?\n/));
  if (asked.length === 0 || asked.length > MOST_WANTED || lines.length > MOST_LINES) return words.textNotFound(path);
  if (asked.every((line) => /^\s*\d+\t/.test(line))) return words.hasLineNumbers(path);
  const at = findLines(lines.map(squeezed), asked.map(squeezed));
  if (at !== -1) return words.spaceDiffers(path, at + 1, lines.slice(at, at + asked.length).join("\n"));
  const first = lines.findIndex((line) => squeezed(line) === squeezed(asked[0] ?? ""));
  return first === -1 ? words.textNotFound(path) : words.onlyFirstLine(path, first + 1);
}

/** How many lines begin between two places. */
export function lineAt(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf("\n", from); at !== -1 && at < to; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}

function withoutBlankEnds(lines: readonly string[]): string[] {
  const isWord = (line: string): boolean => line.trim() !== "";
  return lines.slice(Math.max(0, lines.findIndex(isWord)), lines.findLastIndex(isWord) + 1);
}

function squeezed(line: string): string {
  return line.trim().replace(/\s+/g, " ");
}

function findLines(lines: readonly string[], wanted: readonly string[]): number {
  for (let at = 0; at + wanted.length <= lines.length; at += 1) {
    if (wanted.every((line, index) => lines[at + index] === line)) return at;
  }
  return -1;
}
