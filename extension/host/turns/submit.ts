// Submits a message that no input shows: carries out a command, or sends the message with its automatic context.
import { KnownPart } from "../../message/part.ts";
import type { Conversation } from "../../turn/conversation/conversation.ts";

export interface SubmitNeeds {
  conversation: (id: string) => Conversation;
  /** `true` if the parts gave an action, which has run. */
  carryOutFor: (conversation: string, parts: readonly KnownPart[]) => Promise<boolean>;
  /** The context that goes with these parts automatically, as with a message typed in the panel. Never rejects. */
  automaticFor: (parts: readonly KnownPart[]) => Promise<KnownPart[]>;
}

export type Submit = (
  parts: readonly unknown[],
  conversation: string,
) => Promise<{ messageId: string; queued: boolean }>;

/** Rejects with words for the user if the message is not taken. */
export function submitting({ conversation, carryOutFor, automaticFor }: SubmitNeeds): Submit {
  /** Messages are submitted in the order in which they come, however long their context takes to read. */
  let line: Promise<unknown> = Promise.resolve();
  return async (raw, id) => {
    const parts = raw.map((part) => KnownPart.parse(part));
    if (await carryOutFor(id, parts)) return { messageId: "", queued: false };
    const read = line.then(() => automaticFor(parts));
    line = read;
    const result = await conversation(id).runner.submit([...parts, ...(await read)]);
    if (!result.ok) throw new Error(result.failure.message);
    return { messageId: result.value.message_id, queued: result.value.queued };
  };
}
