// A file or a folder as it is suggested: its name first, where it is behind it.
import type { LineRange } from "../../message/range.ts";
import type { Suggestion } from "../../protocol/suggest.ts";

interface Matched {
  path: string;
  isFolder: boolean;
  /** The matched positions in `path`. */
  at: readonly number[];
  loose?: boolean;
}

export function pathSuggestion({ path, isFolder, at, loose }: Matched, range?: LineRange): Suggestion {
  const start = path.lastIndexOf("/") + 1;
  return {
    key: `path:${path}`,
    kind: isFolder ? "folder" : "file",
    name: path.slice(start),
    detail: path.slice(0, Math.max(0, start - 1)),
    name_at: at.filter((position) => position >= start).map((position) => position - start),
    detail_at: at.filter((position) => position < start - 1),
    ...(loose && { fit: "loose" as const }),
    part: { type: "file-ref", ref: { kind: "path", path, ...(range !== undefined && { range }) } },
  };
}

/** Short, for those that may be found by the next letter: a slash ends a folder. */
export function writeAhead({ path, isFolder }: Pick<Matched, "path" | "isFolder">): string {
  return isFolder ? `${path}/` : path;
}

export function readAhead(written: string): Suggestion {
  const isFolder = written.endsWith("/");
  return pathSuggestion({ path: isFolder ? written.slice(0, -1) : written, isFolder, at: [] });
}
