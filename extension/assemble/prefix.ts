// How much of a request repeats the one before: what providers keep in their caches is a common beginning, no more.
import type { Context } from "./context.ts";

export interface Prefix {
  same_bytes: number;
  total_bytes: number;
  /** How many texts are the same, counted from the first. */
  same_texts: number;
}

/** Every text of a context in the order of the request: layers, then blocks. */
export function textsOf({ layers, messages }: Context): string[] {
  return [...layers.map(({ text }) => text), ...messages.flatMap(({ blocks }) => blocks.map(({ text }) => text))];
}

export function comparePrefix(previous: readonly string[], current: readonly string[]): Prefix {
  const differs = current.findIndex((text, index) => text !== previous[index]);
  const same_texts = differs === -1 ? current.length : differs;
  const encoder = new TextEncoder();
  const bytes = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + encoder.encode(text).length, 0);
  return { same_bytes: bytes(current.slice(0, same_texts)), total_bytes: bytes(current), same_texts };
}
