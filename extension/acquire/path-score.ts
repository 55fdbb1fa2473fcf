// How well a path answers a query: by its name first, by the whole of it otherwise.
import { EXACT, matchText, type Match } from "../message/fuzzy.ts";

/** A match in the folders is worth less than any in the name. */
const PATH_WORTH = 0.25;

/** What was used a moment ago outweighs a better class of match, but never the exact name. */
const RECENT_WORTH = 150;

/** Positions are those in `path`. `weight` is how recent it is, from 0 to 1. */
export function matchPath(path: string, query: string, weight: number): Match | undefined {
  const match = query.includes("/") ? matchText(path, query) : matchNameOrPath(path, query);
  if (match === undefined) return undefined;
  return match.score >= EXACT ? match : { score: match.score + RECENT_WORTH * weight, at: match.at };
}

function matchNameOrPath(path: string, query: string): Match | undefined {
  const start = nameStart(path);
  const name = matchText(path.slice(start), query);
  if (name !== undefined) return { score: name.score, at: name.at.map((at) => at + start) };
  const whole = matchText(path, query);
  return whole && { score: whole.score * PATH_WORTH, at: whole.at };
}

export function nameStart(path: string): number {
  return path.lastIndexOf("/") + 1;
}
