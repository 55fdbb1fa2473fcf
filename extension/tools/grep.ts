// grep: the lines of files that fit a regular expression, searched in a thread that can be ended.
import * as z from "zod/mini";
import { defineTool, refuse } from "./define.ts";
import { fitting, MOST_LISTED } from "./glob.ts";
import { findPlace, readNeed } from "./locate.ts";
import type { Found, Place, Ports, Searched } from "./ports.ts";
import type { Outcome, Tool } from "./tool.ts";

const GrepInput = z.object({
  pattern: z.string().check(z.minLength(1), z.maxLength(10_000), z.describe("JavaScript regular expression")),
  path: z.optional(z.string()).check(z.describe("File or folder")),
  include: z.optional(z.string().check(z.maxLength(1000))).check(z.describe("Glob of files to search")),
  ignore_case: z.optional(z.boolean()),
});
type GrepInput = z.infer<typeof GrepInput>;

type GrepPorts = Pick<Ports, "files" | "matcher" | "allows">;

const MOST_FOUND = 200;

/** Larger files are passed over: nobody writes them by hand. */
const FILE_BYTES = 2 * 1024 * 1024;

/** One file was asked for: it may be larger. */
const ONE_FILE_BYTES = 32 * 1024 * 1024;

/** Searched at a time. */
const BATCH_FILES = 64;

/** Held at a time. */
const BATCH_BYTES = 8 * 1024 * 1024;

const TOTAL_MS = 30_000;

export function grepTool(ports: GrepPorts): Tool {
  return defineTool({
    name: "grep",
    description: `Search files line by line for a regular expression; ignored, binary and very large files are left out. At most ${MOST_FOUND} lines.`,
    input: GrepInput,
    harmless: true,
    async prepare(input, { session_id }) {
      const flags = input.ignore_case === true ? "i" : "";
      const wrong = patternFault(input.pattern, flags);
      if (wrong !== undefined) return refuse(`The pattern is no regular expression: ${wrong}.`);
      const meant = await findPlace(ports.files, input.path ?? ".");
      if (!meant.ok) return meant;
      const { place } = meant;
      if (place.kind === "missing") return refuse(`There is no ${place.path}.`);
      const run = (signal: AbortSignal): Promise<Outcome> => grepIn(ports, place, input, session_id, signal);
      return { ok: true, call: { title: `Search ${input.pattern}`, needs: [readNeed(place)], changes: false, run } };
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

/** What was found so far, and what was not looked at. */
interface Progress {
  found: Found[];
  isFull: boolean;
  passedOver: number;
  refused: string[];
}

async function grepIn(
  ports: GrepPorts,
  place: Place,
  input: GrepInput,
  session_id: string,
  signal: AbortSignal,
): Promise<Outcome> {
  const { places, isCut } = await placesIn(ports, place, input.include, signal);
  const isAllowed = (one: Place): boolean => one === place || ports.allows(readNeed(one), session_id);
  const allowed = places.filter(isAllowed);
  const most = place.kind === "file" ? ONE_FILE_BYTES : FILE_BYTES;
  const progress: Progress = { found: [], isFull: false, passedOver: 0, refused: [] };
  const since = performance.now();
  for (let at = 0; at < allowed.length && !progress.isFull; at += BATCH_FILES) {
    if (signal.aborted) break;
    if (performance.now() - since > TOTAL_MS) return refuse("The search takes too long: name a smaller folder.");
    const wrong = await searchBatch(ports, allowed.slice(at, at + BATCH_FILES), most, input, progress, signal);
    if (wrong !== undefined) return refuse(wrong);
  }
  const notes = [
    progress.isFull && `the first ${MOST_FOUND} matches: narrow the search`,
    progress.passedOver > 0 && `not searched, over ${most >> 20} MB: ${progress.passedOver}`,
    places.length > allowed.length && `not searched, needs permission: ${places.length - allowed.length}`,
    isCut && `only the first ${MOST_LISTED} files were searched`,
    ...progress.refused.slice(0, 3),
  ].filter((note) => note !== false);
  return { ok: true, output: toText(progress.found, notes) };
}

async function placesIn({ files }: GrepPorts, place: Place, include: string | undefined, signal: AbortSignal) {
  if (place.kind === "file") return { places: [place], isCut: false };
  const { places, isCut } = await files.list(place, { signal, most: MOST_LISTED });
  const fits = include === undefined ? () => true : fitting(include, place);
  const wanted = places.filter(({ path }) => fits(path));
  return { places: wanted.sort((a, b) => (a.path < b.path ? -1 : 1)), isCut };
}

/** Words when the search cannot go on. */
async function searchBatch(
  { files, matcher }: GrepPorts,
  places: readonly Place[],
  most: number,
  { pattern, ignore_case }: GrepInput,
  progress: Progress,
  signal: AbortSignal,
): Promise<string | undefined> {
  let waiting: Searched[] = [];
  const search = async (): Promise<string | undefined> => {
    const room = MOST_FOUND - progress.found.length;
    const flags = ignore_case === true ? "i" : "";
    const answer = await matcher.search(waiting, { source: pattern, flags }, room, signal);
    waiting = [];
    if (!answer.ok) return answer.why;
    progress.found.push(...answer.found);
    progress.isFull = answer.isCut;
    return undefined;
  };
  let bytes = 0;
  for (const { place, read } of await readAll(files, places, most)) {
    if (!read.ok) progress.refused.push(...(places.length === 1 ? [`${place.path}: ${read.why}`] : []));
    else if (read.size > most) progress.passedOver += 1;
    else {
      bytes += read.bytes.length;
      waiting.push({ path: place.path, bytes: read.bytes });
    }
    if (bytes < BATCH_BYTES) continue;
    bytes = 0;
    const wrong = await search();
    if (wrong !== undefined || progress.isFull) return wrong;
  }
  return waiting.length === 0 ? undefined : search();
}

function readAll(files: Ports["files"], places: readonly Place[], most: number) {
  return Promise.all(
    places.map(async (place) => ({ place, read: await files.read(place, { start: 0, end: most + 1 }) })),
  );
}

function toText(found: readonly Found[], notes: readonly string[]): string {
  const lines: string[] = [];
  let path = "";
  for (const one of found) {
    if (one.path !== path) lines.push(`${path === "" ? "" : "\n"}${one.path}`);
    path = one.path;
    lines.push(`${one.line}\t${one.text}`);
  }
  if (found.length === 0) lines.push("Nothing found.");
  return [...lines, ...(notes.length > 0 ? ["", `[${notes.join("; ")}]`] : [])].join("\n");
}
