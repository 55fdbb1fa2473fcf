// Changes of a repository: staged ones, then those of the working tree, as git writes them.
import type { Resolved } from "../../message/resolved.ts";
import { context, nothing } from "../context.ts";
import { cutText } from "../cut.ts";
import * as words from "../words.ts";

export interface Diff {
  /** The repository's name where there are several. */
  repository?: string;
  /** What it is of: `staged`, `working tree`, a commit. */
  of: string;
  text: string;
}

/** For all of them together. */
const MOST = { lines: 2_000, characters: 100_000 };

/** One part for each that has changes; together never more than the bound. */
export function diffContext(diffs: readonly Diff[], now: number): Resolved {
  const changed = diffs.filter(({ text }) => text.trim() !== "");
  if (changed.length === 0) return nothing(words.noChanges);
  const share = { lines: shareOf(MOST.lines, changed.length), characters: shareOf(MOST.characters, changed.length) };
  const parts = changed.flatMap(({ repository, of, text }) => {
    const { text: kept, left_out } = cutText(text, share);
    const source = repository === undefined ? of : `${repository}, ${of}`;
    return context("diff", left_out === undefined ? kept : `${kept}\n${words.omitted(left_out)}`, now, source).parts;
  });
  return { parts };
}

function shareOf(all: number, count: number): number {
  return Math.max(1, Math.floor(all / count));
}
