// Files cut into windows of about 50 lines, with the names in each; kept while the file does not change.
import { identifiersIn } from "./identifiers.ts";

const WINDOW_LINES = 50;
const MOST_SOURCE = 200_000;
const MOST_FILES = 40;

export interface Snippet {
  path: string;
  /** Lines from 1, both included. */
  start: number;
  end: number;
  text: string;
}

interface Window {
  snippet: Snippet;
  names: ReadonlySet<string>;
  lines: readonly string[];
}

/** The windows lie on a grid, so that they do not move with each key. */
export class SnippetWindows {
  readonly #byPath = new Map<string, { text: string; windows: readonly Window[] }>();

  of(path: string, text: string): readonly Window[] {
    const known = this.#byPath.get(path);
    if (known?.text === text) return known.windows;
    const windows = windowsIn(path, text);
    this.#byPath.delete(path);
    this.#byPath.set(path, { text, windows });
    const [oldest] = this.#byPath.keys();
    if (this.#byPath.size > MOST_FILES && oldest !== undefined) this.#byPath.delete(oldest);
    return windows;
  }
}

function windowsIn(path: string, text: string): Window[] {
  const lines = text.slice(0, MOST_SOURCE).split(/\r\n|\n|\r/);
  const windows: Window[] = [];
  for (let at = 0; at < lines.length; at += WINDOW_LINES) {
    const body = lines
      .slice(at, at + WINDOW_LINES)
      .join("\n")
      .trimEnd();
    if (body.trim() === "") continue;
    const snippet = { path, start: at + 1, end: at + body.split("\n").length, text: body };
    windows.push({ snippet, names: identifiersIn(body), lines: significantLines(body) });
  }
  return windows;
}

export function significantLines(text: string): string[] {
  return text
    .split(/\r\n|\n|\r/)
    .map((line) => line.trim())
    .filter((line) => line.length > 8);
}
