// The file that is open in the editor, on which an empty conversation offers to try things.
import * as z from "zod/mini";

export const OpenEditor = z.object({
  /** As a file reference names it. */
  path: z.string(),
  name: z.string(),
  /** Some of its text is selected. */
  selected: z.boolean(),
});
export type OpenEditor = z.infer<typeof OpenEditor>;
