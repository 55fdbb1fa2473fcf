// What an action command did in a conversation: kept with the message before it, shown to the user, never sent to a model.
import * as z from "zod/mini";
import type { UserMetadata } from "./message.ts";

export const ActionRecord = z.object({
  /** With its slash. */
  command: z.string(),
  /** What was done, as a sentence. */
  words: z.string(),
  at: z.int(),
});
export type ActionRecord = z.infer<typeof ActionRecord>;

const Recorded = z.looseObject({ actions: z.array(ActionRecord) });

/** Oldest first. */
export function actionsOf(metadata: UserMetadata): ActionRecord[] {
  return Recorded.safeParse(metadata).data?.actions ?? [];
}
