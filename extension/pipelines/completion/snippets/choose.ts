// Pieces of other files that may help at the caret: ranked by the names they share with it, in an order that stays.
import { identifiersIn, overlap } from "./identifiers.ts";
import { significantLines, type Snippet, SnippetWindows } from "./windows.ts";

/** A file that is open or was changed lately. */
export interface Source {
  path: string;
  text: string;
  /** Lines from 1 that were changed lately. */
  edited?: readonly number[];
}

export interface Surroundings {
  path: string;
  prefix: string;
  suffix: string;
}

const MOST_SNIPPETS = 4;
const MOST_BYTES = 4_096;
const LEAST_OVERLAP = 0.04;

/** What resembles the caret's own surroundings so much makes a model repeat it. */
const TOO_NEAR = 0.8;

/** What was changed lately is nearer than its names tell. */
const EDITED_BONUS = 0.05;

/** Names of this many lines around the caret count: a key more in a line changes none of the others. */
const NEAR_LINES = 30;

export interface Limits {
  count: number;
  bytes: number;
}

/** In the order of path and line, so that the same pieces give the same bytes whatever their rank. */
export function chooseSnippets(
  around: Surroundings,
  sources: readonly Source[],
  { count, bytes }: Limits = { count: MOST_SNIPPETS, bytes: MOST_BYTES },
  known: SnippetWindows = new SnippetWindows(),
): Snippet[] {
  const near = nearNames(around);
  const own = new Set(significantLines(around.prefix + around.suffix));
  const ranked = sources
    .filter(({ path }) => path !== around.path)
    .flatMap((source) => bestOf(source, near, own, known))
    .sort((one, other) => other.score - one.score || compare(one.snippet, other.snippet));
  const chosen: Snippet[] = [];
  let left = bytes;
  for (const { snippet } of ranked) {
    if (chosen.length === count) break;
    if (snippet.text.length > left || chosen.some((one) => isNearly(one.text, snippet.text))) continue;
    chosen.push(snippet);
    left -= snippet.text.length;
  }
  return chosen.sort(compare);
}

function compare(one: Snippet, other: Snippet): number {
  if (one.path !== other.path) return one.path < other.path ? -1 : 1;
  return one.start - other.start;
}

/** Without the word that is being typed, and the line of the caret only with its names that are complete. */
function nearNames({ prefix, suffix }: Surroundings): Set<string> {
  const before = prefix
    .split("\n")
    .slice(-NEAR_LINES)
    .join("\n")
    .replace(/[\p{L}\p{N}_$]+$/u, "");
  const after = suffix
    .split("\n")
    .slice(0, NEAR_LINES)
    .join("\n")
    .replace(/^[\p{L}\p{N}_$]+/u, "");
  return identifiersIn(`${before}\n${after}`);
}

interface Ranked {
  snippet: Snippet;
  score: number;
}

function bestOf(
  { path, text, edited = [] }: Source,
  near: ReadonlySet<string>,
  own: ReadonlySet<string>,
  known: SnippetWindows,
): Ranked[] {
  const ranked: Ranked[] = [];
  for (const { snippet, names, lines } of known.of(path, text)) {
    const shared = overlap(near, names);
    if (shared < LEAST_OVERLAP || isMostly(lines, own)) continue;
    const isEdited = edited.some((line) => line >= snippet.start && line <= snippet.end);
    // Rounded, so that a name more or less seldom changes the order.
    ranked.push({ snippet, score: Math.round((shared + (isEdited ? EDITED_BONUS : 0)) * 50) });
  }
  const best = ranked.toSorted((one, other) => other.score - one.score || one.snippet.start - other.snippet.start);
  return best.slice(0, 2);
}

function isMostly(lines: readonly string[], known: ReadonlySet<string>): boolean {
  return lines.length > 0 && lines.filter((line) => known.has(line)).length / lines.length >= TOO_NEAR;
}

function isNearly(one: string, other: string): boolean {
  return isMostly(significantLines(other), new Set(significantLines(one)));
}
