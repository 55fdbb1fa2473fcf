// Ranks what a search of the workspace found: the files with the most and the rarest of its words first.
import type { Found } from "../ports.ts";

/** Of one search; the whole phrase counts as a word, too. */
const MOST_TERMS = 9;

/** The words of a query in lower case, without repetition. A query without letters and digits is one word. */
export function termsOf(query: string): string[] {
  const phrase = query.trim().replace(/\s+/g, " ").toLowerCase();
  const found = phrase.match(/[\p{L}\p{N}_$]+(?:[./:-][\p{L}\p{N}_$]+)*/gu) ?? [];
  const long = found.filter((word) => word.length > 1);
  return [...new Set([phrase, ...long])].filter((term) => term !== "").slice(0, MOST_TERMS);
}

export interface RankedFile {
  path: string;
  /** Its best lines, in the order of the file. */
  lines: Found[];
  /** How many more of its lines fit. */
  more: number;
}

/** The most lines of one file. */
const MOST_LINES = 5;

interface Scored extends RankedFile {
  score: number;
}

/** `paths` are the files whose path has one of the terms; `found` the lines that have one. Best first. */
export function rankFiles(terms: readonly string[], paths: readonly string[], found: readonly Found[]): RankedFile[] {
  const byPath = new Map<string, Found[]>(paths.map((path) => [path, []]));
  for (const [path, lines] of Map.groupBy(found, (line) => line.path)) byPath.set(path, lines);
  const weights = weigh(terms, byPath);
  const scored = Array.from(byPath, ([path, lines]): Scored => {
    const best = lines
      .map((line) => ({ line, score: scoreOf(line.text, weights) }))
      .sort((a, b) => b.score - a.score || a.line.line - b.line.line);
    const inText = scoreOf(lines.map(({ text }) => text).join("\n"), weights);
    const kept = best.slice(0, MOST_LINES).map(({ line }) => line);
    return {
      path,
      // A word in the name says more than one in the text; the best line tells apart files that share all words.
      score: inText + 2 * scoreOf(path, weights) + (best[0]?.score ?? 0),
      lines: kept.sort((a, b) => a.line - b.line),
      more: lines.length - kept.length,
    };
  });
  scored.sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1));
  return scored.map(({ score, ...file }) => file);
}

/** A term counts the more, the fewer files have it. */
function weigh(terms: readonly string[], byPath: ReadonlyMap<string, readonly Found[]>): ReadonlyMap<string, number> {
  const texts = Array.from(byPath, ([path, lines]) =>
    [path, ...lines.map(({ text }) => text)].join("\n").toLowerCase(),
  );
  return new Map(
    terms.map((term) => {
      const having = texts.filter((text) => text.includes(term)).length;
      return [term, having === 0 ? 0 : Math.log(1 + texts.length / having)];
    }),
  );
}

function scoreOf(text: string, weights: ReadonlyMap<string, number>): number {
  const lower = text.toLowerCase();
  let score = 0;
  for (const [term, weight] of weights) if (lower.includes(term)) score += weight;
  return score;
}
