// Answers whose process is gone: closed as interrupted, their open calls too; one that waits for the user goes on waiting.
import * as z from "zod/mini";
import type { AssistantMessage, AssistantPart } from "../message/message.ts";
import { readMessage, readMessages, UNFINISHED, writePart } from "./messages.ts";
import { indexWords } from "./search.ts";
import type { Store } from "./store.ts";

type ToolCall = Extract<AssistantPart, { type: "tool-call" }>;

const Row = z.object({ id: z.string() });

const INTERRUPTED = "Interrupted: the window closed while this ran. Whether it took effect is not known.";

/** What had arrived stays, and is found by its words. Returns the answer that waits, if the last one does. */
export function closeInterrupted(
  store: Store,
  sessionId: string,
  waits: (open: readonly ToolCall[]) => boolean = () => false,
): { message: AssistantMessage; at: number } | undefined {
  const rows = store.all(`SELECT id FROM chat_messages WHERE session_id = ? AND ${UNFINISHED}`, sessionId);
  if (rows.length === 0) return undefined;
  const [last] = readMessages(store, sessionId, 1);
  return store.transaction(() => {
    let waiting: { message: AssistantMessage; at: number } | undefined;
    for (const row of rows) {
      const message = readMessage(store, Row.parse(row).id);
      if (message?.role !== "assistant") continue;
      const open = openCalls(message.parts);
      if (message.id === last?.message.id && open.length > 0 && waits(open)) waiting = { message, at: last.at };
      else close(store, sessionId, message, open);
    }
    return waiting;
  });
}

export function openCalls(parts: readonly AssistantPart[]): ToolCall[] {
  const done = new Set(parts.flatMap((part) => (part.type === "tool-result" ? [part.id] : [])));
  return parts.filter((part): part is ToolCall => part.type === "tool-call" && !done.has(part.id));
}

function close(store: Store, sessionId: string, { id, parts }: AssistantMessage, open: readonly ToolCall[]): void {
  const ends = open.map((call) => ({ type: "tool-result", id: call.id, output: INTERRUPTED, is_error: true }));
  for (const [index, end] of ends.entries()) writePart(store, id, parts.length + index, end);
  store.run(
    "UPDATE chat_messages SET metadata_json = json_set(metadata_json, '$.finish', 'interrupted') WHERE id = ?",
    id,
  );
  indexWords(store, sessionId, id, parts);
}
