// The paths that a request for permission is about: those it names openly, and those that stand in its input.
import type { ToolCallUpdate } from "@agentclientprotocol/sdk";

/** A name under which agents write a path. */
const PATH_KEY = /(path|file|dir|directory|folder|cwd|root|source|destination|target)(name|path|s)?$/i;

/** A text that is a path whatever its name: absolute, of the home folder, or one that climbs. */
const PATH_TEXT = /^(\/|~|[a-z]:[\\/]|\\\\|file:)|(^|[\\/])\.\.([\\/]|$)/i;

/** A longer text is content. */
const MOST_CHARACTERS = 4_096;

/** An input that names more is judged by what it names first, and by a need that no rule covers. */
export const MOST_PATHS = 200;
const MOST_DEPTH = 6;

export interface AskedPaths {
  paths: string[];
  /** There are more than are listed. */
  isCut: boolean;
}

/** `texts`: a text counts that looks like a path, whatever it is called. */
export function askedPaths(
  { content, locations, rawInput }: Pick<ToolCallUpdate, "content" | "locations" | "rawInput">,
  texts: boolean,
): AskedPaths {
  const paths = new Set<string>();
  for (const one of content ?? []) if (one.type === "diff") paths.add(one.path);
  for (const { path } of locations ?? []) paths.add(path);
  collect(rawInput, texts, paths, 0);
  return { paths: [...paths].slice(0, MOST_PATHS), isCut: paths.size > MOST_PATHS };
}

function collect(value: unknown, texts: boolean, paths: Set<string>, depth: number): void {
  if (typeof value !== "object" || value === null || depth > MOST_DEPTH || paths.size > MOST_PATHS) return;
  for (const [key, one] of Object.entries(value)) {
    const isNamed = PATH_KEY.test(key);
    for (const text of Array.isArray(one) ? one.slice(0, MOST_PATHS + 1) : [one]) {
      if (typeof text === "string" && isPath(text, isNamed, texts)) paths.add(text);
      else collect(text, texts, paths, depth + 1);
    }
  }
}

function isPath(text: string, isNamed: boolean, texts: boolean): boolean {
  if (text === "" || text.length > MOST_CHARACTERS || text.includes("\n")) return false;
  return isNamed || (texts && PATH_TEXT.test(text));
}
