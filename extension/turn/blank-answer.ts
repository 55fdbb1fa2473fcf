// The empty answer that a turn begins with: its model, its profile and the metadata of its request.
import { type AssistantMessage, type AssistantMetadata, SCHEMA_VERSION } from "../message/message.ts";
import { type Model, modelKey } from "../message/model.ts";
import type { NewId } from "./new-id.ts";
import type { ShownProfile } from "../protocol/conversation.ts";

export interface BlankAnswerPorts {
  newId: NewId;
  /** The profile that answers in a conversation; `undefined` without profiles. */
  profile: (conversationId: string) => ShownProfile | undefined;
}

export function blankAnswer(
  ports: BlankAnswerPorts,
  conversationId: string,
  model: Model,
  about: Partial<AssistantMetadata>,
): AssistantMessage {
  const { name, server } = model;
  const agent = ports.profile(conversationId)?.name;
  return {
    id: ports.newId("msg"),
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
