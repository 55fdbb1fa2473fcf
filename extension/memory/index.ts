// The index of the memories in a request: one line each, bounded, and the same bytes for the same memories.
import type { Memory } from "./entry.ts";
import * as words from "./words.ts";

/** Maximum size of the lines, without the head. */
export const MOST_INDEX_TOKENS = 2_000;

export interface MemoryIndex {
  /** Empty if there are no memories. */
  text: string;
  /** How many memories have a line, the first by name. */
  shown: number;
  more: number;
}

type Line = Pick<Memory, "scope" | "name" | "description">;

export function memoryLine({ name, scope, description }: Line): string {
  return `- ${name} (${scope}): ${description}`;
}

/** By name, without the rules of a language, so that every machine gives the same bytes. */
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
  const rest = more === 0 ? [] : [words.moreMemories(more)];
  return { text: [words.indexHead, ...lines.slice(0, shown), ...rest].join("\n"), shown, more };
}
