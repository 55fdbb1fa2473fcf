// What action commands did: drawn at the end of the turn that they followed.
import type { ActionRecord } from "../../extension/message/action-record.ts";
import type { Entry } from "./shown-conversation.svelte.ts";

/** The records to draw below an entry: those of its turn, if it is the last entry of the turn. */
export function recordsBelow(entries: readonly Entry[], index: number): readonly ActionRecord[] {
  const next = entries[index + 1];
  if (next !== undefined && next.role !== "user") return [];
  for (let at = index; at >= 0; at -= 1) {
    const entry = entries[at];
    if (entry?.role === "user") return entry.actions ?? [];
  }
  return [];
}
