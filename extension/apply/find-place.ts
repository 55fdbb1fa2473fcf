// Where in a file the code of an answer belongs: the part it rewrites, found by its lines. Pure; yields to the event loop.
import { Breather } from "../stream/breather.ts";
import { type Composed, composePlace, type Part, type Place } from "./compose-place.ts";
import { isStrong } from "./line-kind.ts";
import { type Indent, indentOf, type Line, readLines, splitLines } from "./lines.ts";
import { identity, partByEnds, partFrom, type Seed } from "./parts.ts";
import { readSnippet, type Snippet } from "./snippet.ts";

export type { Place } from "./compose-place.ts";

export type Found =
  /** The file contains the code already, at this place. */
  | { kind: "same"; place: Place }
  | { kind: "place"; place: Place }
  /** No place, several equally good ones, or places where much would be lost; the best first. */
  | { kind: "unsure"; places: Place[] };

/** The lines that the block names, from 1: they decide between equally good places. */
export interface NamedLines {
  start: number;
  end: number;
}

/** A line that is in the file more often than this does not tell the place. */
const MOST_SEEDS = 24;

/** Search for at most this many heads of the snippet. */
const MOST_HEADS = 60;

/** Offer the user at most this many places. */
const MOST_PLACES = 6;

export async function findPlace(fileText: string, code: string, named?: NamedLines): Promise<Found> {
  const texts = splitLines(fileText);
  const indent = indentOf(texts) ?? indentOf(splitLines(code)) ?? { text: "  ", width: 2 };
  const file = await readLines(texts, indent);
  const keepsDots = file.some(({ words }) => words === "...");
  const snippet = await readSnippet(code, { file: texts, indent, keepsDots });
  if (snippet === undefined) return { kind: "unsure", places: [] };
  return choose(file, await candidates(file, indent, snippet), named);
}

interface Candidate extends Composed {
  isSure: boolean;
  score: number;
}

async function candidates(file: readonly Line[], indent: Indent, snippet: Snippet): Promise<Candidate[]> {
  const where = await positions(file, snippet, ({ words }) => words);
  const ends = partByEnds(file, snippet, where);
  const found: Candidate[] = [];
  const weigh = async (part: Part, paired: number): Promise<void> => {
    found.push(weighed(snippet, await composePlace(file, indent, snippet, part), paired));
  };
  if (ends !== undefined) await weigh(ends, snippet.heads.length);
  if (found[0]?.isSure === true) return found;
  const breather = new Breather();
  for (const seed of await seedsOf(file, snippet, where)) {
    const part = await partFrom(file, snippet, seed);
    await weigh(part, part.paired);
    if (breather.isDue) await breather.rest();
  }
  return found;
}

type Where = (words: string) => readonly number[];

/** Where the words of the snippet stand in the file. */
async function positions(file: readonly Line[], { lines }: Snippet, nameOf: (line: Line) => string): Promise<Where> {
  const known = new Map<string, number[]>(lines.map((line) => [nameOf(line), []]));
  const breather = new Breather();
  for (const [at, line] of file.entries()) {
    if (line.words !== "") known.get(nameOf(line))?.push(at);
    if ((at & 1023) === 0 && breather.isDue) await breather.rest();
  }
  return (name) => known.get(name) ?? [];
}

/** The first head of the snippet that stands in the file, as it is or by the name it declares. */
async function seedsOf(file: readonly Line[], snippet: Snippet, where: Where): Promise<Seed[]> {
  const heads = snippet.heads.slice(0, MOST_HEADS).map((at) => snippet.lines[at]?.words ?? "");
  const isFew = (found: readonly number[]): boolean => found.length > 0 && found.length <= MOST_SEEDS;
  let declared: Where | undefined;
  for (const isAllowed of [isStrong, (words: string) => !isStrong(words)])
    for (const [head, words] of heads.entries()) {
      if (!isAllowed(words)) continue;
      if (isFew(where(words))) return where(words).map((at) => ({ head, at }));
      declared ??= await positions(file, snippet, (line) => identity(line.words));
      const found = declared(identity(words));
      if (isFew(found)) return found.map((at) => ({ head, at }));
    }
  return [];
}

function weighed({ lines, isElided, heads }: Snippet, composed: Composed, paired: number): Candidate {
  const { strong, weak, lost, fresh } = composed;
  const both = strong + weak;
  const said = lines.filter(({ words }, at) => words !== "" && isElided[at] !== true).length;
  const isHeld = isStrong(lines[heads[0] ?? 0]?.words ?? "") || isStrong(lines[heads[1] ?? 0]?.words ?? "");
  // A block that only begins like one of the file must not take its place: much of both has to be the same.
  const isMostly = 2 * both >= said && 2 * both >= both + lost;
  const isFound = isMostly || (isHeld && 2 * paired >= heads.length);
  return { ...composed, isSure: isFound && lost <= 12 + 3 * fresh, score: strong + weak / 10 - lost / 1_000 };
}

function choose(file: readonly Line[], found: readonly Candidate[], named: NamedLines | undefined): Found {
  const places = distinct(found).sort((one, other) => other.score - one.score);
  const [best, second] = places;
  const same = places.find((place) => isSame(file, place));
  if (best !== undefined && same !== undefined && same.score >= best.score) return { kind: "same", place: bare(same) };
  const there = named && places.filter(({ start, end }) => start < named.end && end >= named.start);
  const told = there?.length === 1 ? there[0] : undefined;
  const chosen = second === undefined || (best && best.score - second.score >= 1) ? best : told;
  if (chosen?.isSure === true) return { kind: "place", place: bare(chosen) };
  const others = places.filter((place) => !isSame(file, place));
  return { kind: "unsure", places: others.slice(0, MOST_PLACES).map(bare) };
}

function distinct(found: readonly Candidate[]): Candidate[] {
  return [...new Map(found.map((place) => [`${place.start} ${place.end}`, place])).values()];
}

function isSame(file: readonly Line[], { start, end, lines }: Place): boolean {
  return lines.length === end - start && lines.every((text, at) => text === file[start + at]?.text);
}

function bare({ start, end, lines }: Place): Place {
  return { start, end, lines };
}
