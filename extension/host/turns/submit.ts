// A message that a program sends: a command that Galley carries out itself, or a message of a conversation.
import { KnownPart } from "../../message/part.ts";
import type { Session } from "../../turn/conversation/session.ts";

export interface SubmitNeeds {
  conversation: (id: string) => Session;
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
    const result = await conversation(id).submit(parts);
    if (!result.ok) throw new Error(result.failure.message);
    return { messageId: result.message_id, queued: result.queued };
  };
}
