// The contexts of the editor that a message can mention by name, and their shape.
import type { EditorContext } from "../message/part.ts";
import type { Resolved } from "../message/resolved.ts";
import * as words from "./words.ts";

/** The names behind `@`, in the order in which they are offered. Others are registered by other extensions. */
export const CONTEXT_NAMES = [
  "selection",
  "open",
  "cursor",
  "viewport",
  "problems",
  "diff",
  "terminal",
  "history",
  "last",
  "recent",
  "folder",
  "related",
] as const;
export type ContextName = (typeof CONTEXT_NAMES)[number];

export const CONTEXT_WORDS: Readonly<Record<ContextName, string>> = words.contexts;

export type Payload = EditorContext["payload"];

export function isContextName(name: string): name is ContextName {
  return CONTEXT_NAMES.some((known) => known === name);
}

export function context(kind: string, payload: Payload, now: number, source?: string): Resolved {
  const part: EditorContext = {
    type: "editor-context",
    kind,
    ...(source !== undefined && { source }),
    payload,
    emitted_at: now,
  };
  return { parts: [part] };
}

export function nothing(reason: string): Resolved {
  return { parts: [], reason };
}
