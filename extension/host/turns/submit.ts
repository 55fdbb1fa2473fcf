// Submits a message for another extension: carries out a command, or sends the message in a conversation.
import { KnownPart } from "../../message/part.ts";
import type { Conversation } from "../../turn/conversation/conversation.ts";

export interface SubmitNeeds {
  conversation: (id: string) => Conversation;
  /** `true` if the parts gave an action, which has run. */
  carryOutFor: (conversation: string, parts: readonly KnownPart[]) => Promise<boolean>;
}

export type Submit = (
  parts: readonly unknown[],
  conversation: string,
) => Promise<{ messageId: string; queued: boolean }>;

/** Rejects with words for the user if the message is not taken. */
export function submitting({ conversation, carryOutFor }: SubmitNeeds): Submit {
  return async (raw, id) => {
    const parts = raw.map((part) => KnownPart.parse(part));
    if (await carryOutFor(id, parts)) return { messageId: "", queued: false };
    const result = await conversation(id).runner.submit(parts);
    if (!result.ok) throw new Error(result.failure.message);
    return { messageId: result.value.message_id, queued: result.value.queued };
  };
}
