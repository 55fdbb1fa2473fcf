// What the command in the input will do when it is sent, as the host sees it now.
import * as z from "zod/mini";

export const Expansion = z.object({
  /** With its slash. */
  id: z.string(),
  /** Sent as `text`; run; not a command and sent as typed; not sent until it is fixed. */
  kind: z.enum(["text", "action", "unknown", "error"]),
  /** The expanded text, or one sentence for the user. */
  text: z.string(),
  /** How many chips follow the text. */
  chips: z.int(),
  /** The names of the arguments that have no value yet, in order. */
  open: z.array(z.string()),
});
export type Expansion = z.infer<typeof Expansion>;
