// Searches the names and the texts of the workspace's files for the words of a query: a ranked, bounded part for a message.
import type { EditorContext } from "../../message/part.ts";
import { reasonOf } from "../../text/reason.ts";
import { readNeed } from "../locate.ts";
import type { Found, Place, Ports } from "../ports.ts";
import * as words from "../words.ts";
import { type RankedFile, rankFiles, termsOf } from "./rank.ts";

export type SearchPorts = Pick<Ports, "files" | "matcher" | "judge">;

export interface WorkspaceSearch {
  query: string;
  session_id: string;
  /** The workspace folders, as `files` locates them. */
  roots: readonly string[];
  now: number;
  /** Aborts when the user stops the message, or the search has had its time: what was found so far counts. */
  signal: AbortSignal;
}

/** Of a query, the rest is not looked for. */
const LONGEST_QUERY = 1_000;

const MOST_LISTED = 200_000;
const MOST_FOUND = 3_000;
const MOST_NAMED = 1_000;
const BATCH_FILES = 32;
const FILE_BYTES = 1024 * 1024;

/** In the message. */
const MOST_FILES = 20;
const LONGEST_LINE = 200;

/** Never rejects: a search that fails says so in its part. */
export async function searchWorkspace(ports: SearchPorts, search: WorkspaceSearch): Promise<EditorContext> {
  const query = search.query.slice(0, LONGEST_QUERY);
  const terms = termsOf(query);
  let payload: string;
  try {
    const { named, others, isCut } = await listAll(ports, search, terms);
    // Files that are named so come first: a search that must end early has at least these.
    const { found, isPartial } = await searchTexts(ports, [...named, ...others], terms, search.signal);
    const paths = named.slice(0, MOST_NAMED).map(({ path }) => path);
    const ranked = rankFiles(terms, [...new Set(paths)], found);
    payload = toText(ranked, isCut || isPartial || named.length > MOST_NAMED);
  } catch (error) {
    payload = words.workspaceNotSearched(reasonOf(error));
  }
  return { type: "editor-context", kind: "search", source: query, payload, emitted_at: search.now };
}

interface Listed {
  /** Those whose name has one of the terms. */
  named: Place[];
  others: Place[];
  isCut: boolean;
}

async function listAll(
  { files, judge }: SearchPorts,
  { roots, session_id, signal }: WorkspaceSearch,
  terms: readonly string[],
): Promise<Listed> {
  const named: Place[] = [];
  const others: Place[] = [];
  let isCut = roots.length === 0;
  for (const root of roots) {
    const located = await files.locate(root);
    if (!located.ok) throw new Error(located.failure);
    // Files with secrets, and those that rules deny or ask about, are left out.
    const wants = (place: Place): boolean => {
      if (judge(readNeed(place), session_id) !== "allow") return false;
      (hasTerm(place.path, terms) ? named : others).push(place);
      return true;
    };
    const listed = await files.list(located.value, { signal, wants, most: MOST_LISTED });
    isCut ||= listed.isCut || signal.aborted;
  }
  return { named, others, isCut };
}

/** In the name of the file; a term with a slash in its whole path. */
function hasTerm(path: string, terms: readonly string[]): boolean {
  const lower = path.toLowerCase();
  const name = lower.slice(lower.lastIndexOf("/") + 1);
  return terms.some((term) => (term.includes("/") ? lower : name).includes(term));
}

async function searchTexts(
  { matcher }: SearchPorts,
  places: Place[],
  terms: readonly string[],
  signal: AbortSignal,
): Promise<{ found: Found[]; isPartial: boolean }> {
  const source = terms.map((term) => term.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&").replaceAll(" ", "\\s+")).join("|");
  const found: Found[] = [];
  for (let at = 0; at < places.length; at += BATCH_FILES) {
    const batch = places.slice(at, at + BATCH_FILES);
    const most = MOST_FOUND - found.length;
    const searched = await matcher.search({ places: batch, source, flags: "i", most, fileBytes: FILE_BYTES }, signal);
    // It ran out of time, or the user stopped it.
    if (!searched.ok) return { found, isPartial: true };
    found.push(...searched.value.found);
    if (searched.value.isCut) return { found, isPartial: true };
  }
  return { found, isPartial: false };
}

/** The path of each file, then its lines by their numbers. */
function toText(ranked: readonly RankedFile[], isPartial: boolean): string {
  const shown = ranked.slice(0, MOST_FILES).map(({ path, lines, more }) => {
    const texts = lines.map(({ line, text }) => `  ${line}: ${cut(text.trim())}`);
    return [path, ...texts, ...(more > 0 ? [`  ${words.moreLinesFit(more)}`] : [])].join("\n");
  });
  const rest = ranked.length - shown.length;
  return [
    ...(shown.length === 0 ? [words.noMatches] : shown),
    ...(rest > 0 ? [words.moreFilesFit(rest)] : []),
    ...(isPartial ? [words.partlySearched] : []),
  ].join("\n");
}

function cut(text: string): string {
  return text.length > LONGEST_LINE ? `${text.slice(0, LONGEST_LINE)}…` : text;
}
