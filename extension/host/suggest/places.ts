// Files, folders and open editors, by name and path, those in use first.
import { InUse } from "../../acquire/find-paths/in-use.ts";
import type { FoundPath } from "../../acquire/find-paths/path-index.ts";
import { parsePlace } from "../../acquire/place.ts";
import { matchPath } from "../../text/paths/path-score.ts";
import type { LineRange } from "../../message/range.ts";
import { pathSuggestion, writeAhead } from "../../text/paths/path-suggestion.ts";
import type { Suggestion } from "../../protocol/suggest.ts";
import { type FileIndex, isOnDisk } from "../files/file-index.ts";
import type { RecentFiles } from "../files/recent-files.ts";
import type { SuggestSource } from "./ask-sources.ts";

const MOST = 40;

/** The panel gets this many more paths, to match the next letter before the host answers. */
const MOST_AHEAD = 160;

/** A list shows no new files if the user has not typed for this long. */
const STILL_OPEN_MS = 60_000;

/** How many files are suggested before the user types. */
const MOST_RECENT = 12;

export function placeSource(index: FileIndex, recent: RecentFiles): SuggestSource {
  return {
    trigger: "@",
    form: "file",
    async find(typed, show, signal) {
      index.warm();
      const { query, range } = parsePlace(typed);
      if (query === "") {
        show(recentOnes(index, recent, range), index.paths.beginnings().map(writeAhead));
        return;
      }
      const answer = (first: readonly Suggestion[] = []): void => {
        const found = search(index, recent, query, range !== undefined);
        const shown = found.slice(0, MOST).map((one) => pathSuggestion(one, range));
        show([...first, ...shown], found.slice(MOST).map(writeAhead));
      };
      answer();
      const exact = await exactPlace(index, query, range);
      if (exact.length > 0 && !signal.aborted) answer(exact);
      if (!signal.aborted) await whileGrowing(index, signal, () => answer(exact));
    },
  };
}

function recentOnes(index: FileIndex, recent: RecentFiles, range: LineRange | undefined): Suggestion[] {
  const known = recent.paths.filter((path) => !index.isComplete || index.paths.has(path) || isElsewhere(path));
  return known.slice(0, MOST_RECENT).map((path) => pathSuggestion({ path, isFolder: false, at: [] }, range));
}

/** Best first; more than the list shows. */
function search(index: FileIndex, recent: RecentFiles, query: string, filesOnly: boolean): FoundPath[] {
  const inUse = new InUse(recent.inUse);
  const inside = index.paths.search({ query, limit: MOST + MOST_AHEAD, inUse, filesOnly });
  const elsewhere = recent.paths.flatMap((path): FoundPath[] => {
    const match = index.paths.has(path) ? undefined : matchPath({ path, isFolder: false }, query, inUse.weigh(path));
    return match === undefined || (index.isComplete && !isElsewhere(path)) ? [] : [{ path, isFolder: false, ...match }];
  });
  return elsewhere.length === 0 ? inside : [...inside, ...elsewhere].sort((a, b) => b.score - a.score);
}

/** Outside the workspace or unsaved: the index never has such files. */
function isElsewhere(path: string): boolean {
  return /^(\/|[a-z][a-z0-9+.-]*:)/i.test(path);
}

/** A file that the index excludes can still be named by its full path. */
async function exactPlace(index: FileIndex, typed: string, range: LineRange | undefined): Promise<Suggestion[]> {
  const path = typed.replace(/\/+$/, "");
  if (path === "" || index.paths.has(path) || /(^|\/)\.{1,2}(\/|$)/.test(path)) return [];
  const kind = await isOnDisk(path);
  if (kind === undefined || (kind === "folder" && range !== undefined)) return [];
  const at = Array.from({ length: path.length }, (_, position) => position);
  return [pathSuggestion({ path, isFolder: kind === "folder", at }, range)];
}

/** Answers again when the index changes, as long as the list may be open. Resolves when the index is complete. */
async function whileGrowing(index: FileIndex, signal: AbortSignal, again: () => void): Promise<void> {
  const complete = Promise.withResolvers<void>();
  const listening = index.onGrown(() => {
    again();
    if (index.isComplete) complete.resolve();
  });
  const stop = (): void => {
    listening.dispose();
    complete.resolve();
  };
  signal.addEventListener("abort", stop, { once: true });
  if (!index.isComplete) await complete.promise;
  setTimeout(stop, STILL_OPEN_MS).unref();
}
