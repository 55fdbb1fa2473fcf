// What a request says of the memories: one line each, bounded, the same bytes as long as they are the same.
import type { Memory } from "./entry.ts";

/** Of the lines; the head comes on top. */
export const MOST_INDEX_TOKENS = 2_000;

const HEAD =
  "Memories: notes from earlier conversations, one line each. memory_read returns a whole note. Notes may be out of date.";

export interface MemoryIndex {
  /** Empty when there is nothing to remember. */
  text: string;
  /** How many of the first by name have a line. */
  shown: number;
  more: number;
}

type Line = Pick<Memory, "scope" | "name" | "description">;

export function memoryLine({ name, scope, description }: Line): string {
  return `- ${name} (${scope}): ${description}`;
}

/** By name; not as the reader's language would sort them: every machine gives the same bytes. */
export function sortMemories<Kind extends Line>(memories: readonly Kind[]): Kind[] {
  const key = ({ name, scope }: Line): string => `${name} ${scope}`;
  return [...memories].sort((one, other) => (key(one) < key(other) ? -1 : key(one) > key(other) ? 1 : 0));
}

export function memoryIndex(memories: readonly Line[], tokensOf: (text: string) => number): MemoryIndex {
  if (memories.length === 0) return { text: "", shown: 0, more: 0 };
  const lines = sortMemories(memories).map(memoryLine);
  let room = MOST_INDEX_TOKENS;
  const fits = lines.findIndex((line) => (room -= tokensOf(`${line}\n`)) < 0);
  const shown = fits < 0 ? lines.length : fits;
  const more = lines.length - shown;
  const rest = more === 0 ? [] : [`${more} more: memory_list`];
  return { text: [HEAD, ...lines.slice(0, shown), ...rest].join("\n"), shown, more };
}
