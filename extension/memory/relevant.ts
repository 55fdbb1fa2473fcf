// The memories that fit what the user asks, found by words.
import type { Memory } from "./entry.ts";

const MOST = 5;

/** Shorter words fit everything. */
const SHORTEST = 3;

/** Those that share the most words with the text, best first. A word of the name or the description counts twice. */
export function relevantMemories<One extends Memory>(all: readonly One[], text: string): One[] {
  const asked = [...wordsOf(text)];
  const scored = all.map((memory) => {
    const [head, body] = [wordsOf(`${memory.name} ${memory.description}`), wordsOf(memory.body)];
    const score = asked.reduce((sum, word) => sum + (head.has(word) ? 2 : body.has(word) ? 1 : 0), 0);
    return { memory, score, key: `${memory.scope}/${memory.name}` };
  });
  return scored
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score || (one.key < other.key ? -1 : 1))
    .slice(0, MOST)
    .map(({ memory }) => memory);
}

function wordsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.filter((word) => word.length >= SHORTEST));
}
