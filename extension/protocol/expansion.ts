// What the command in the input would do if it were sent now.
import * as z from "zod/mini";

export const Expansion = z.object({
  /** With its slash. */
  id: z.string(),
  /** `text`: sent as `text`. `action`: run. `unknown`: not a command, sent as typed. `error`: not sent until the user fixes it. */
  kind: z.enum(["text", "action", "unknown", "error"]),
  /** The expanded text, or one sentence for the user. */
  text: z.string(),
  /** What its file asks for that is not done, or for this message alone. */
  note: z.optional(z.string()),
  /** How many chips follow the text. */
  chips: z.int(),
  /** There are chips and no words: the text names the chips, one in a line. */
  only_chips: z.optional(z.literal(true)),
  /** The names of the arguments that have no value yet, in order. */
  open: z.array(z.string()),
});
export type Expansion = z.infer<typeof Expansion>;
