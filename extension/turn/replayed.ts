// A session that an agent kept becomes a conversation: its messages are stored as if they had been said here.
import * as z from "zod/mini";
import type { Replayed } from "../acp/session/replay.ts";
import type { ExportedMessage } from "../message/export.ts";
import { type AssistantMetadata, type AssistantPart, SCHEMA_VERSION } from "../message/message.ts";
import { newSession } from "../message/session.ts";
import { writeConversation } from "../persist/conversation.ts";
import { countMessages } from "../persist/messages.ts";
import { readSession } from "../persist/sessions.ts";
import type { StreamEvent } from "../send/event.ts";
import type { Rooms } from "./rooms.ts";

export interface Kept {
  messages: readonly Replayed[];
  /** Who said it: `acp/ID`, and as people call it. */
  model: string;
  model_name: string;
  /** Of the agent's own. */
  session: string;
}

/** `false` if the conversation has messages by now. Throws, and stores nothing, if the disk refuses the write. */
export function saveReplayed({ store, now, newId }: Rooms, conversation: string, kept: Kept): boolean {
  const at = now();
  const rows = kept.messages.flatMap((replayed, index) => {
    const { parts, ...about } =
      replayed.role === "user" ? userRow(replayed.text) : answerRow(replayed, conversation, kept);
    const message: ExportedMessage = { id: newId("msg"), created_at: at + index, ...about };
    return parts.length === 0 ? [] : [{ message, parts }];
  });
  return store.transaction(() => {
    if (countMessages(store, conversation) > 0) return false;
    if (rows.length === 0) return true;
    const session = readSession(store, conversation) ?? newSession(conversation, at);
    writeConversation(store, session, { messages: rows, manifests: [], skill_invocations: [] });
    return true;
  });
}

type Row = Pick<ExportedMessage, "role" | "metadata"> & { parts: unknown[] };

function userRow(text: string): Row {
  const parts = text.trim() === "" ? [] : [{ type: "text", text }];
  return { role: "user", metadata: { schema_version: SCHEMA_VERSION }, parts };
}

function answerRow(
  { events }: Extract<Replayed, { role: "assistant" }>,
  conversation: string,
  { model, model_name, session }: Kept,
): Row {
  const metadata: AssistantMetadata = {
    schema_version: SCHEMA_VERSION,
    model,
    model_name,
    finish: "end",
    agent_session: { id: session, conversation },
  };
  return { role: "assistant", metadata, parts: partsOf(events) };
}

function partsOf(events: readonly StreamEvent[]): AssistantPart[] {
  const parts: AssistantPart[] = [];
  for (const event of events) {
    if (event.type === "text" || event.type === "reasoning") parts.push(event);
    else if (event.type === "tool-result") parts.push(event);
    else if (event.type === "tool-call") {
      const input = z.json().safeParse(event.input);
      const call = { type: event.type, id: event.id, name: event.name, input: input.success ? input.data : {} };
      const known = parts.findIndex((part) => part.type === "tool-call" && part.id === event.id);
      parts.splice(known < 0 ? parts.length : known, known < 0 ? 0 : 1, call);
    }
  }
  return parts;
}
