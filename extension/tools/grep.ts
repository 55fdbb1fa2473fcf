// grep: the lines of files that fit a regular expression, searched in a thread that can be ended.
import * as z from "zod/mini";
import { defineTool, refuse } from "./define.ts";
import { fitting } from "./glob.ts";
import { findPlace, readNeed } from "./locate.ts";
import type { Found, Place, Ports, Searched } from "./ports.ts";
import { searchable } from "./searchable.ts";
import type { Outcome, Tool } from "./tool.ts";
import * as words from "./words.ts";

const GrepInput = z.object({
  pattern: z.string().check(z.minLength(1), z.maxLength(10_000), z.describe("JavaScript regular expression")),
  path: z.optional(z.string()).check(z.describe("File or folder")),
  include: z.optional(z.string().check(z.maxLength(1000))).check(z.describe("Glob of files to search")),
  ignore_case: z.optional(z.boolean()),
});
type GrepInput = z.infer<typeof GrepInput>;

type GrepPorts = Pick<Ports, "files" | "matcher" | "judge">;

const MOST_FOUND = 200;

/** Skip larger files: they are not written by hand. */
const FILE_BYTES = 2 * 1024 * 1024;

/** A single file that the model named may be larger. */
const ONE_FILE_BYTES = 32 * 1024 * 1024;

/** Files that the thread gets at a time; each batch has its own time limit. */
const BATCH_FILES = 32;

/** Of a folder with more files the rest is not searched, and the result says so. */
const MOST_LISTED = 200_000;

const TOTAL_MS = 30_000;

export function grepTool(ports: GrepPorts): Tool {
  return defineTool({
    name: "grep",
    description: `Search files line by line for a regular expression and return up to ${MOST_FOUND} lines. Ignored, binary and very large files are excluded.`,
    input: GrepInput,
    harmless: true,
    async prepare(input, { session_id }) {
      const wrong = patternFault(input.pattern, flagsOf(input));
      if (wrong !== undefined) return refuse(words.badPattern(wrong));
      const meant = await findPlace(ports.files, input.path ?? ".");
      if (!meant.ok) return refuse(meant.failure);
      const place = meant.value;
      if (place.kind === "missing") return refuse(words.missing(place.path));
      const run = (signal: AbortSignal): Promise<Outcome> => grepIn(ports, place, input, session_id, signal);
      return {
        ok: true,
        call: { title: words.grepTitle(input.pattern), needs: [readNeed(place)], changes: false, run },
      };
    },
  });
}

function patternFault(source: string, flags: string): string | undefined {
  try {
    new RegExp(source, flags);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message.replace(/^Invalid regular expression: /, "") : String(error);
  }
}

async function grepIn(
  ports: GrepPorts,
  place: Place,
  input: GrepInput,
  session_id: string,
  signal: AbortSignal,
): Promise<Outcome> {
  const { places, isCut, unasked } = await placesIn(ports, place, input.include, session_id, signal);
  const fileBytes = place.kind === "file" ? ONE_FILE_BYTES : FILE_BYTES;
  const all: Searched = { found: [], isCut: false, large: 0, unread: [] };
  const since = performance.now();
  for (let at = 0; at < places.length && !all.isCut; at += BATCH_FILES) {
    if (performance.now() - since > TOTAL_MS) return refuse(words.searchTimedOut);
    const job = {
      places: places.slice(at, at + BATCH_FILES),
      source: input.pattern,
      flags: flagsOf(input),
      most: MOST_FOUND - all.found.length,
      fileBytes,
    };
    const searched = await ports.matcher.search(job, signal);
    if (!searched.ok) return refuse(searched.failure);
    all.found.push(...searched.value.found);
    all.unread.push(...searched.value.unread);
    all.large += searched.value.large;
    all.isCut = searched.value.isCut;
  }
  const notes = [
    all.isCut && words.firstMatches(MOST_FOUND),
    all.large > 0 && words.largeSkipped(fileBytes >> 20, all.large),
    unasked > 0 && words.unaskedSkipped(unasked),
    isCut && words.firstFiles(MOST_LISTED),
    ...(place.kind === "file" ? all.unread.map(({ path, why }) => words.notSearched(path, why)) : []),
  ].filter((note) => note !== false);
  return { ok: true, output: toText(all.found, notes) };
}

function flagsOf({ ignore_case }: GrepInput): string {
  return ignore_case === true ? "i" : "";
}

/** The files to search; those that rules do not allow to read are counted. */
async function placesIn(
  { files, judge }: GrepPorts,
  place: Place,
  include: string | undefined,
  session_id: string,
  signal: AbortSignal,
): Promise<{ places: Place[]; isCut: boolean; unasked: number }> {
  if (place.kind === "file") return { places: [place], isCut: false, unasked: 0 };
  const fits = include === undefined ? undefined : fitting(include, place);
  const mayRead = searchable(place, judge, session_id);
  let unasked = 0;
  const wants = (one: Place): boolean => {
    if (fits?.(one.path) === false) return false;
    if (mayRead(one)) return true;
    unasked += 1;
    return false;
  };
  const { places, isCut } = await files.list(place, { signal, wants, most: MOST_LISTED });
  return { places, isCut, unasked };
}

function toText(found: readonly Found[], notes: readonly string[]): string {
  const lines: string[] = [];
  let path = "";
  const sorted = found.toSorted((a, b) => (a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1));
  for (const one of sorted) {
    if (one.path !== path) lines.push(`${path === "" ? "" : "\n"}${one.path}`);
    path = one.path;
    lines.push(`${one.line}\t${one.text}`);
  }
  if (found.length === 0) lines.push(words.noMatches);
  return [...lines, ...(notes.length > 0 ? ["", `[${notes.join("; ")}]`] : [])].join("\n");
}
