// Files, folders and open editors, by name and path, recent ones first.
import { parsePlace } from "../acquire/place.ts";
import { matchPath, nameStart } from "../acquire/path-score.ts";
import type { LineRange } from "../message/range.ts";
import type { Suggestion } from "../protocol/suggest.ts";
import { type FileIndex, isOnDisk } from "./file-index.ts";
import type { RecentFiles } from "./recent-files.ts";
import type { SuggestSource } from "./suggest.ts";

const MOST = 40;

/** Without a query, these many. */
const MOST_RECENT = 12;

interface Found {
  path: string;
  isFolder: boolean;
  score: number;
  at: number[];
}

export function placeSource(index: FileIndex, recent: RecentFiles): SuggestSource {
  return {
    trigger: "@",
    async find(typed, show, signal) {
      index.warm();
      const { query, range } = parsePlace(typed);
      const answer = (first: readonly Suggestion[] = []): void =>
        show([...first, ...search(index, recent, query, range)]);
      answer();
      if (query === "") return;
      const exact = await exactPlace(index, query, range);
      if (exact.length > 0 && !signal.aborted) answer(exact);
      if (!index.isComplete) await whileGrowing(index, signal, () => answer(exact));
    },
  };
}

function search(index: FileIndex, recent: RecentFiles, query: string, range: LineRange | undefined): Suggestion[] {
  const always = recent.paths;
  if (query === "") {
    const known = always.filter((path) => !index.isComplete || index.paths.has(path) || isElsewhere(path));
    return known.slice(0, MOST_RECENT).map((path) => toSuggestion({ path, isFolder: false, score: 0, at: [] }, range));
  }
  const weigh = (path: string): number => recent.weight(path);
  const inside = index.paths.search({ query, limit: MOST, weigh, always, filesOnly: range !== undefined });
  const elsewhere = always.flatMap((path): Found[] => {
    const match = index.paths.has(path) ? undefined : matchPath(path, query, weigh(path));
    return match === undefined || (index.isComplete && !isElsewhere(path)) ? [] : [{ path, isFolder: false, ...match }];
  });
  const all = elsewhere.length === 0 ? inside : [...inside, ...elsewhere].sort((a, b) => b.score - a.score);
  return all.slice(0, MOST).map((found) => toSuggestion(found, range));
}

/** Outside every folder, or not saved: no index could know it. */
function isElsewhere(path: string): boolean {
  return /^(\/|[a-z][a-z0-9+.-]*:)/i.test(path);
}

/** What the index leaves out can still be named in full. */
async function exactPlace(index: FileIndex, typed: string, range: LineRange | undefined): Promise<Suggestion[]> {
  const path = typed.replace(/\/+$/, "");
  if (path === "" || index.paths.has(path) || /(^|\/)\.{1,2}(\/|$)/.test(path)) return [];
  const kind = await isOnDisk(path);
  if (kind === undefined || (kind === "folder" && range !== undefined)) return [];
  const at = Array.from({ length: path.length }, (_, position) => position);
  return [toSuggestion({ path, isFolder: kind === "folder", score: 0, at }, range)];
}

async function whileGrowing(index: FileIndex, signal: AbortSignal, again: () => void): Promise<void> {
  const over = Promise.withResolvers<void>();
  const listening = index.onGrown(() => {
    if (!signal.aborted) again();
    if (signal.aborted || index.isComplete) over.resolve();
  });
  signal.addEventListener("abort", () => over.resolve(), { once: true });
  await over.promise;
  listening.dispose();
}

function toSuggestion({ path, isFolder, at }: Found, range: LineRange | undefined): Suggestion {
  const start = nameStart(path);
  const inName = at.filter((position) => position >= start).map((position) => position - start);
  return {
    key: `path:${path}`,
    kind: isFolder ? "folder" : "file",
    name: path.slice(start),
    detail: path.slice(0, Math.max(0, start - 1)),
    name_at: inName,
    detail_at: at.filter((position) => position < start - 1),
    part: { type: "file-ref", ref: { kind: "path", path, ...(range !== undefined && { range }) } },
  };
}
