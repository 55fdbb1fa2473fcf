// What a command of Galley returns if it changed a conversation, for the line that its slash command leaves there.
import * as z from "zod/mini";

export const Done = z.object({
  /** As a sentence. */
  done: z.string(),
});
export type Done = z.infer<typeof Done>;
