// glob: the files whose path fits a pattern.
import * as z from "zod/mini";
import { defineTool, refuse } from "./define.ts";
import { parseGlob } from "./rules/glob-pattern.ts";
import { findPlace, readNeed } from "./locate.ts";
import type { Files, Place, Ports } from "./ports.ts";
import type { Outcome, Tool } from "./tool.ts";
import * as words from "./words.ts";

const GlobInput = z.object({
  pattern: z.string().check(z.minLength(1), z.maxLength(1000), z.describe("For example src/**/*.{ts,tsx}")),
  path: z.optional(z.string()).check(z.describe("Folder to search")),
});

const MOST_FOUND = 1_000;

/** More files than this are not listed, so that sorting them stays fast. */
const MOST_SORTED = 10_000;

export function globTool({ files }: Pick<Ports, "files">): Tool {
  return defineTool({
    name: "glob",
    description: `List up to ${MOST_FOUND} files that match a glob pattern. Ignored files are excluded.`,
    input: GlobInput,
    harmless: true,
    async prepare({ pattern, path = "." }) {
      const meant = await findPlace(files, path);
      if (!meant.ok) return refuse(meant.failure);
      const place = meant.value;
      if (place.kind !== "folder") return refuse(words.notFolder(place.path));
      const run = (signal: AbortSignal): Promise<Outcome> => globIn(files, place, pattern, signal);
      return { ok: true, call: { title: words.globTitle(pattern), needs: [readNeed(place)], changes: false, run } };
    },
  });
}

async function globIn(files: Files, place: Place, pattern: string, signal: AbortSignal): Promise<Outcome> {
  const fits = fitting(pattern, place);
  const wants = ({ path }: Place): boolean => fits(path);
  const { places, isCut } = await files.list(place, { signal, wants, most: MOST_SORTED });
  if (places.length === 0) return { ok: true, output: words.noFiles(pattern) };
  const found = places.map(({ path }) => path).sort();
  const rest = found.length - MOST_FOUND;
  const more = rest > 0 ? [words.moreFiles(rest, isCut)] : [];
  return { ok: true, output: [...found.slice(0, MOST_FOUND), ...more].join("\n") };
}

/** A pattern is meant from the folder; one without a slash fits a name anywhere below it. */
export function fitting(pattern: string, { path }: Place): (path: string) => boolean {
  const written = pattern.replaceAll(/\\(?![[\]{}])/g, "/");
  const glob = parseGlob(written.includes("/") ? written : `**/${written}`);
  const cut = path === "." ? 0 : path.length + 1;
  return (full) => glob.matches(full.slice(cut)) || glob.matches(full);
}
