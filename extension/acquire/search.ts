// The results of VS Code's Search view, from the text it copies: one line per match, by path and line.
import { cutText } from "./cut.ts";
import * as words from "./words.ts";

const MOST = { lines: 2_000, characters: 100_000 };

/** Reads a line with a file's path, then `  12,5: text` for each match in it. Keeps other lines unchanged. */
export function searchResults(copied: string, pathOf: (path: string) => string): string {
  let path = "";
  const lines = copied.split(/\r?\n/).flatMap((line) => {
    if (line.trim() === "") return [];
    const match = /^\s+(?<line>\d+),\d+: ?(?<text>.*)$/.exec(line)?.groups;
    if (match !== undefined) return [`${path}:${match["line"] ?? ""}: ${match["text"] ?? ""}`];
    if (/^\s/.test(line)) return [line];
    path = pathOf(line);
    return [];
  });
  const { text, left_out } = cutText(lines.join("\n"), MOST);
  return left_out === undefined ? text : `${text}\n${words.omitted(left_out)}`;
}
