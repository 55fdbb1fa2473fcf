// Actions on a queued message, and the ways to stop a turn.
import * as z from "zod/mini";

export const QueueAction = z.enum(["edit", "cancel", "move-up", "move-down", "send-now"]);
export type QueueAction = z.infer<typeof QueueAction>;

/** After the stop, the queue sends its next message, waits, or goes back into the input. */
export const StopHow = z.enum(["drain", "hold", "clear"]);
export type StopHow = z.infer<typeof StopHow>;
