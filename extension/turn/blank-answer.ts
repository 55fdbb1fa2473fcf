// An answer before its first word: who gives it, and with what it was asked for.
import { type AssistantMessage, type AssistantMetadata, SCHEMA_VERSION } from "../message/message.ts";
import { type Model, modelKey } from "../message/model.ts";
import type { Rooms } from "./rooms.ts";

export function blankAnswer(
  rooms: Pick<Rooms, "agent" | "newId">,
  sessionId: string,
  model: Model,
  about: Partial<AssistantMetadata>,
): AssistantMessage {
  const { name, server } = model;
  const agent = rooms.agent?.(sessionId).name;
  return {
    id: rooms.newId("msg"),
    role: "assistant",
    parts: [],
    metadata: {
      schema_version: SCHEMA_VERSION,
      model: modelKey(model),
      ...(name !== undefined && { model_name: name }),
      ...(server !== undefined && { server }),
      ...(agent !== undefined && { agent }),
      ...about,
      finish: null,
    },
  };
}
