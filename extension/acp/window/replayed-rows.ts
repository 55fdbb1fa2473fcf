// The messages that an agent replays of one of its sessions, as rows of a conversation.
import * as z from "zod/mini";
import type { Replayed } from "../session/replay.ts";
import type { ExportedMessage } from "../../message/export.ts";
import { type AssistantMetadata, type AssistantPart, SCHEMA_VERSION } from "../../message/message.ts";
import type { StreamEvent } from "../../send/event.ts";

export interface ReplayedSession {
  messages: readonly Replayed[];
  /** The agent that answered: `acp/ID`, and its name in sentences. */
  model: string;
  model_name: string;
  /** The id of the agent's own session. */
  session: string;
}

export interface ReplayedRow extends Pick<ExportedMessage, "role" | "metadata"> {
  parts: unknown[];
}

/** Without messages that have no content. */
export function replayedRows(conversation: string, replayed: ReplayedSession): ReplayedRow[] {
  return replayed.messages
    .map((message) => (message.role === "user" ? userRow(message.text) : answerRow(message, conversation, replayed)))
    .filter(({ parts }) => parts.length > 0);
}

function userRow(text: string): ReplayedRow {
  const parts = text.trim() === "" ? [] : [{ type: "text", text }];
  return { role: "user", metadata: { schema_version: SCHEMA_VERSION }, parts };
}

function answerRow(
  { events }: Extract<Replayed, { role: "assistant" }>,
  conversation: string,
  { model, model_name, session }: ReplayedSession,
): ReplayedRow {
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
