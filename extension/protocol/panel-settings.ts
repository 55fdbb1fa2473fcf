// The settings the panel itself goes by.
import * as z from "zod/mini";

export const PanelSettings = z.object({
  /** The key that sends; with `ctrlEnter`, Enter breaks the line. */
  send: z.enum(["enter", "ctrlEnter"]),
});
export type PanelSettings = z.infer<typeof PanelSettings>;
