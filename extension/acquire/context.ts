// What an editor can tell by name, and the shape each telling has.
import type { EditorContext } from "../message/part.ts";
import type { Resolved } from "../message/resolved.ts";

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
] as const;
export type ContextName = (typeof CONTEXT_NAMES)[number];

/** In words, for the list of suggestions. */
export const CONTEXT_WORDS: Readonly<Record<ContextName, string>> = {
  selection: "selected text in the active editor",
  open: "names of the open editors",
  cursor: "line at the cursor and its enclosing symbol",
  viewport: "visible lines in the active editor",
  problems: "errors and warnings in the workspace",
  diff: "uncommitted changes",
  terminal: "last terminal command and its output",
  history: "your recent edits",
  last: "your last action in the editor",
};

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
