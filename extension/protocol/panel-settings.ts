// The settings that the panel uses.
import * as z from "zod/mini";

export const PanelSettings = z.object({
  /** The key that sends; with `ctrlEnter`, Enter breaks the line. */
  send: z.enum(["enter", "ctrlEnter"]),
  /** A paste of more lines than this is folded. */
  paste_chip_lines: z.int(),
});
export type PanelSettings = z.infer<typeof PanelSettings>;
