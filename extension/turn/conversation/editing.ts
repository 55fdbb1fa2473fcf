// A queued message that the user edits in the input, and the draft that is set aside meanwhile.
import * as z from "zod/mini";
import type { UserMessage } from "../../message/message.ts";
import { KnownPart, type Part } from "../../message/part.ts";
import type { Hold } from "../../persist/queue.ts";
import { Draft } from "../../protocol/draft.ts";

export interface Editing {
  /** The message before the edit, with its place in the queue. */
  message: UserMessage;
  /** The draft before the edit. */
  aside: KnownPart[];
  /** If the queue was held, the message goes back into it even if no turn runs. */
  hold: Hold | null;
}

const StoredDraft = z.object({ ...Draft.shape, aside: z.optional(z.array(KnownPart)) });

/** Stores the draft set aside, too, so that it survives if the process ends while the user edits a message. */
export function toStored({ parts }: Draft, aside: KnownPart[] = []): z.infer<typeof StoredDraft> | undefined {
  if (aside.length > 0) return { parts, aside };
  return parts.length > 0 ? { parts } : undefined;
}

/** The draft that the input shows. Includes the draft set aside if no message is edited any more. */
export function fromStored(stored: unknown, editing: Editing | undefined): Draft {
  const { parts = [], aside = [] } = StoredDraft.safeParse(stored).data ?? {};
  return { parts: editing === undefined ? onLines([parts, aside]) : parts };
}

/** Starts each message on a new line. */
export function onLines(messages: readonly (readonly Part[])[]): KnownPart[] {
  const known = messages.map((parts) => parts.filter((part) => part.type !== "unknown"));
  return known
    .filter((parts) => parts.length > 0)
    .flatMap((parts, index) => (index === 0 ? parts : [{ type: "text" as const, text: "\n" }, ...parts]));
}
