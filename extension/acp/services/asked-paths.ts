// The paths in a request for permission: of its diffs, of its locations, and in its input.
import type { ToolCallUpdate } from "@agentclientprotocol/sdk";

/** The keys under which agents write a path. */
const PATH_KEY = /(path|file|dir|directory|folder|cwd|root|source|destination|target)(name|path|s)?$/i;

/** A text that is a path under any key: absolute, in the home folder, or with `..`. */
const PATH_TEXT = /^(\/|~|[a-z]:[\\/]|\\\\|file:)|(^|[\\/])\.\.([\\/]|$)/i;

/** A longer text is content, not a path. */
const MOST_CHARACTERS = 4_096;

/** If an input names more, Galley judges the first ones, and asks the user about the rest. */
export const MOST_PATHS = 200;
const MOST_DEPTH = 6;

export interface AskedPaths {
  paths: string[];
  /** There are more paths than these. */
  isCut: boolean;
}

/** `texts`: also collect texts under other keys that look like a path. */
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
