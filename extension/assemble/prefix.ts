// How much of a request repeats the one before: what providers keep in their caches is a common beginning, no more.
import type { Manifest } from "../message/manifest.ts";
import type { Context, ToolSpec } from "./context.ts";
import { utf8Length } from "./tokens/utf8.ts";
import * as words from "./words.ts";

export interface Prefix {
  same_bytes: number;
  total_bytes: number;
  /** How many texts are the same, counted from the first. */
  same_texts: number;
}

/** A text of a request, with what the manifest calls it. */
export interface NamedText {
  what: string;
  text: string;
  bytes: number;
}

/** The specifications of all tools as one text; empty without tools. */
export function toolsText(tools: readonly ToolSpec[]): string {
  return tools.length === 0 ? "" : JSON.stringify(tools);
}

/** Every text of a context in the order of the request: tools, layers, then blocks. */
export function textsOf({ tools, layers, messages }: Context): string[] {
  const offered = toolsText(tools);
  return [
    ...(offered === "" ? [] : [offered]),
    ...layers.map(({ text }) => text),
    ...messages.flatMap(({ blocks }) => blocks.map(({ text }) => text)),
  ];
}

export function comparePrefix(previous: readonly string[], current: readonly string[]): Prefix {
  const named = current.map((text) => ({ what: "", text, bytes: utf8Length(text) }));
  return { ...beginning(previous, named) };
}

function beginning(previous: readonly string[], current: readonly NamedText[]): Prefix {
  const differs = current.findIndex(({ text }, index) => text !== previous[index]);
  const same_texts = differs === -1 ? current.length : differs;
  let same_bytes = 0;
  let total_bytes = 0;
  let index = 0;
  for (const { bytes } of current) {
    total_bytes += bytes;
    if (index < same_texts) same_bytes += bytes;
    index += 1;
  }
  return { same_bytes, total_bytes, same_texts };
}

/** Names the first text that is not as it was; a request that only goes on from the last one diverges nowhere. */
export function measurePrefix(
  previous: readonly string[] | undefined,
  current: readonly NamedText[],
): Manifest["prefix"] {
  const { same_bytes, total_bytes, same_texts } = beginning(previous ?? [], current);
  const isRepeated = previous === undefined || same_texts === previous.length;
  return { same_bytes, total_bytes, diverges_at: isRepeated ? null : (current[same_texts]?.what ?? words.end) };
}
