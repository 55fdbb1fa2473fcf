// A queued message that is being changed in the input, and the draft that waits aside until it is back in its place.
import * as z from "zod/mini";
import type { UserMessage } from "../../message/message.ts";
import { KnownPart, type Part } from "../../message/part.ts";
import type { Hold } from "../../persist/queue.ts";
import { Draft } from "../../protocol/draft.ts";

export interface Editing {
  /** As it stood in the queue, with its place. */
  message: UserMessage;
  /** What was in the input before. */
  aside: KnownPart[];
  /** The queue was held: the message goes back into it, whatever runs. */
  hold: Hold | null;
}

const StoredDraft = z.object({ ...Draft.shape, aside: z.optional(z.array(KnownPart)) });

/** Stores the draft set aside, too, so that it survives if the process ends while the user edits a message. */
export function toStored({ parts }: Draft, aside: KnownPart[] = []): z.infer<typeof StoredDraft> | undefined {
  if (aside.length > 0) return { parts, aside };
  return parts.length > 0 ? { parts } : undefined;
}

/** What the input shows. What waits aside belongs to it as soon as nothing is edited. */
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
