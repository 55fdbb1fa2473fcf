// Closes answers whose process ended, with their open calls, as interrupted. One that waits for the user stays open.
import * as z from "zod/mini";
import type { AssistantMessage, AssistantPart } from "../message/message.ts";
import { readMessage, readMessages, UNFINISHED, writePart } from "./messages.ts";
import { indexWords } from "./search.ts";
import type { Store } from "./database/store.ts";
import * as words from "./words.ts";

type ToolCall = Extract<AssistantPart, { type: "tool-call" }>;

const Row = z.object({ id: z.string() });

type Waits = (open: readonly ToolCall[]) => boolean;

/**
 * Keeps and indexes what had arrived. Returns the last answer if it waits for the user. No-op if `isFree` returns
 * `false` because a window runs a turn here; called inside the transaction, so that no turn can begin in between.
 */
export function closeInterrupted(
  store: Store,
  conversationId: string,
  waits: Waits = () => false,
  isFree: () => boolean = () => true,
): { message: AssistantMessage; at: number } | undefined {
  if (unfinishedOf(store, conversationId).length === 0) return undefined;
  return store.transaction(() => {
    if (!isFree()) return undefined;
    const [last] = readMessages(store, conversationId, 1);
    let waiting: { message: AssistantMessage; at: number } | undefined;
    for (const id of unfinishedOf(store, conversationId)) {
      const message = readMessage(store, id);
      if (message?.role !== "assistant") continue;
      const open = openCalls(message.parts);
      if (message.id === last?.message.id && open.length > 0 && waits(open)) waiting = { message, at: last.at };
      else close(store, conversationId, message, open);
    }
    return waiting;
  });
}

/** All but one; returns which were closed. */
export function closeUnfinished(store: Store, conversationId: string, except?: string): string[] {
  const ids = unfinishedOf(store, conversationId).filter((id) => id !== except);
  if (ids.length === 0) return [];
  return store.transaction(() => {
    for (const id of ids) {
      const message = readMessage(store, id);
      if (message?.role === "assistant") close(store, conversationId, message, openCalls(message.parts));
    }
    return ids;
  });
}

function unfinishedOf(store: Store, conversationId: string): string[] {
  const rows = store.all(`SELECT id FROM chat_messages WHERE session_id = ? AND ${UNFINISHED}`, conversationId);
  return rows.map((row) => Row.parse(row).id);
}

export function openCalls(parts: readonly AssistantPart[]): ToolCall[] {
  const done = new Set(parts.flatMap((part) => (part.type === "tool-result" ? [part.id] : [])));
  return parts.filter((part): part is ToolCall => part.type === "tool-call" && !done.has(part.id));
}

function close(store: Store, conversationId: string, { id, parts }: AssistantMessage, open: readonly ToolCall[]): void {
  const ends = open.map((call) => ({
    type: "tool-result",
    id: call.id,
    output: words.interruptedCall,
    is_error: true,
  }));
  for (const [index, end] of ends.entries()) writePart(store, id, parts.length + index, end);
  store.run(
    "UPDATE chat_messages SET metadata_json = json_set(metadata_json, '$.finish', 'interrupted') WHERE id = ?",
    id,
  );
  indexWords(store, conversationId, id, parts);
}
