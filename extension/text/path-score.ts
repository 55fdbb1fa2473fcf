// How well a path answers a query: by its name first, by the whole of it otherwise; files before folders, sources before tests.
import { EXACT, hasBlank, isLoose, lowered, matchClosely, matchText, type Match } from "./fuzzy.ts";

interface Place {
  path: string;
  isFolder: boolean;
}

export interface PathMatch extends Match {
  /** Less than the query as a whole from the start of a word of its name on: an exact name of another kind is likelier. */
  loose: boolean;
}

/** The name without its ending stands above every longer name, and below the name as it is. */
const STEM = 1500;

/** A match in the folders is worth less than any in the name. */
const PATH_WORTH = 0.25;

/** Letters that begin in a folder and end where the name begins: "lowan" for `lower/anthropic.ts`. */
const FOLDER_AND_NAME = 400;

/** What was used a moment ago outweighs a better class of match, but never the exact name. */
const RECENT_WORTH = 150;

/** Both are more than any difference in length. */
const FOLDER_PENALTY = 120;
const TEST_PENALTY = 130;

const TEST = /(?:^|\/)(?:tests?|__tests__|specs?|__mocks__|fixtures)\/|[._-](?:tests?|specs?)\.[^/]+$/i;

/** Positions are those in `path`. `weight` is how recent it is, from 0 to 1. */
export function matchPath(place: Place, query: string, weight: number): PathMatch | undefined {
  const { path } = place;
  const matchAs = hasBlank(query) ? matchWords : query.includes("/") ? matchWhole : matchNameOrPath;
  const match = matchAs(path, query);
  if (match === undefined) return undefined;
  const named = namedBy(path, query);
  const base = Math.max(match.score, place.isFolder ? Math.min(STEM, named) : named);
  const penalty = match.worth * penaltyOf(place, query);
  return { score: base - penalty + RECENT_WORTH * weight, at: match.at, loose: match.loose };
}

/** A test, its fixture or its stand-in. */
export function isTest(path: string): boolean {
  return TEST.test(path);
}

export function nameStart(path: string): number {
  return path.lastIndexOf("/") + 1;
}

interface Weighed extends PathMatch {
  /** How much the penalties count: matches in folders differ by less. */
  worth: number;
}

/** Of several words, the more letters of them are in the name, the better. */
function matchWords(path: string, query: string): Weighed | undefined {
  const start = nameStart(path);
  const match = matchName(path, query) ?? matchText(path, query);
  if (match === undefined) return undefined;
  const inName = match.at.filter((at) => at >= start).length;
  return weighed({ ...match, score: match.score + 20 * inName });
}

function matchWhole(path: string, query: string): Weighed | undefined {
  const match = matchText(path, query);
  return match && weighed(match);
}

function matchNameOrPath(path: string, query: string): Weighed | undefined {
  const name = matchName(path, query);
  if (name !== undefined) return weighed(name);
  const start = nameStart(path);
  const whole = start === 0 ? undefined : matchClosely(path, query);
  if (whole === undefined) return undefined;
  const { at } = whole;
  if (at.includes(start)) return { score: FOLDER_AND_NAME - Math.min(99, path.length), at, loose: true, worth: 1 };
  return { score: whole.score * PATH_WORTH, at, loose: true, worth: PATH_WORTH };
}

function matchName(path: string, query: string): Match | undefined {
  const start = nameStart(path);
  const match = matchText(path.slice(start), query);
  return match && { score: match.score, at: match.at.map((at) => at + start) };
}

/** A whole name has its own worth: see `namedBy`. */
function weighed({ score, at }: Match): Weighed {
  return { score: Math.min(score, STEM - 1), at, loose: isLoose({ score }), worth: 1 };
}

/** What it is worth that the query is the name, or the end of the path, or that but for what follows a dot. */
function namedBy(path: string, query: string): number {
  const low = `/${lowered(path)}`;
  const tail = `/${lowered(query)}`;
  if (low.endsWith(tail)) return EXACT;
  const dot = path.indexOf(".", nameStart(path) + 1);
  const isEnd = (end: number): boolean => end > 0 && low.slice(0, end + 1).endsWith(tail);
  return isEnd(dot) || isEnd(path.lastIndexOf(".")) ? STEM : 0;
}

/** A query that contains "test" asks for tests. */
function penaltyOf({ path, isFolder }: Place, query: string): number {
  const isUnmeant = isTest(path) && !/test|spec|mock|fixture/i.test(query);
  return (isFolder ? FOLDER_PENALTY : 0) + (isUnmeant ? TEST_PENALTY : 0);
}
