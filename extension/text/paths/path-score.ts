// How well a path answers a query: by its name first, by the whole of it otherwise; files before folders, sources before tests.
import { EXACT, hasBlank, isLoose, lowered, matchClosely, matchInitials, matchText, type Match } from "./fuzzy.ts";

interface Place {
  path: string;
  isFolder: boolean;
}

export interface PathMatch extends Match {
  /** Less than the query as a whole from the start of a word of its name on: an exact name of another kind is likelier. */
  loose: boolean;
}

/** What a path has to do with the files the user works with. */
export interface PathWeight {
  /** From 1, used a moment ago, down to 0, not in use. */
  used: number;
  /** The same of the file in its folder that was used last; half of it for a file of a folder around. */
  near: number;
}

export const NOT_IN_USE: PathWeight = { used: 0, near: 0 };

/** The name without its ending stands above every longer name, and below the name as it is. */
const STEM = 1200;

/** The first letters of a name's words stand above letters inside a word, and below letters that begin one. */
const INITIALS = 790;

/** What is found only in the ending: nearly every name has one of a few. */
const ENDING = 600;

/** A match in the folders is worth less than any in the name. */
const PATH_WORTH = 0.25;

/** Letters that begin in a folder and end where the name begins: "lowan" for `lower/anthropic.ts`. */
const FOLDER_AND_NAME = 400;

/** What is in use stands above an equal match, what was used last above the next better class, and nothing above the exact name. */
const USED_WORTH = 50;
const LATELY_WORTH = 50;

/** A file beside those that are in use. */
const NEAR_WORTH = 60;

/** Both are more than any difference in length. */
const FOLDER_PENALTY = 120;
const TEST_PENALTY = 130;

const TEST = /(?:^|\/)(?:tests?|__tests__|specs?|__mocks__|fixtures)\/|[._-](?:tests?|specs?)\.[^/]+$/i;

/** Positions are those in `path`. */
export function matchPath(place: Place, query: string, weight: PathWeight): PathMatch | undefined {
  const { path } = place;
  const matchAs = hasBlank(query) ? matchWords : query.includes("/") ? matchWhole : matchNameOrPath;
  const match = matchAs(path, query);
  if (match === undefined) return undefined;
  const named = namedBy(path, query);
  const base = Math.max(match.score, place.isFolder ? Math.min(STEM, named) : named);
  const penalty = match.worth * penaltyOf(place, query, weight);
  return { score: base - penalty + inUseWorth(place, weight), at: match.at, loose: match.loose };
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
  const match = matchName(path, query) ?? judged(matchText(path, query));
  if (match === undefined) return undefined;
  const inName = match.at.filter((at) => at >= start).length;
  return weighed({ ...match, score: match.score + 20 * inName });
}

function matchWhole(path: string, query: string): Weighed | undefined {
  const match = judged(matchText(path, query));
  return match && weighed(match);
}

function judged(match: Match | undefined): PathMatch | undefined {
  return match && { ...match, loose: isLoose(match) };
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

function matchName(path: string, query: string): PathMatch | undefined {
  const start = nameStart(path);
  const name = path.slice(start);
  const match = matchText(name, query);
  const better = match === undefined || isLoose(match) || isInEnding(name, match) ? initials(name, query) : undefined;
  const { score, at } = better ?? match ?? {};
  if (score === undefined || at === undefined) return undefined;
  const loose = better !== undefined || isLoose({ score });
  const worth = better === undefined && isInEnding(name, { at }) ? Math.min(score, ENDING) : score;
  return { score: worth, at: at.map((position) => position + start), loose };
}

/** Without the ending: the letter "t" would begin a word in every `.ts`. */
function initials(name: string, query: string): Match | undefined {
  const dot = name.indexOf(".", 1);
  const at = matchInitials(dot === -1 ? name : name.slice(0, dot), query);
  return at && { score: INITIALS - Math.min(99, name.length - query.length), at };
}

function isInEnding(name: string, { at }: Pick<Match, "at">): boolean {
  const dot = name.lastIndexOf(".");
  return dot > 0 && (at[0] ?? 0) > dot;
}

/** A whole name has its own worth: see `namedBy`. */
function weighed({ score, at, loose }: PathMatch): Weighed {
  return { score: Math.min(score, STEM - 1), at, loose, worth: 1 };
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

/** A query that contains "test" asks for tests, and so does work in their folder. */
function penaltyOf({ path, isFolder }: Place, query: string, { used, near }: PathWeight): number {
  const isAsked = used > 0 || /test|spec|mock|fixture/i.test(query);
  const unmeant = isTest(isFolder ? `${path}/` : path) && !isAsked ? TEST_PENALTY * (1 - near) : 0;
  return (isFolder ? FOLDER_PENALTY : 0) + unmeant;
}

function inUseWorth({ isFolder }: Place, { used, near }: PathWeight): number {
  const own = used > 0 ? USED_WORTH + LATELY_WORTH * used : 0;
  return own + (isFolder ? 0 : NEAR_WORTH * near);
}
