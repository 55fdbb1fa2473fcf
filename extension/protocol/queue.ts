// What one can do to a message that waits, and how a turn can be stopped.
import * as z from "zod/mini";

export const QueueAction = z.enum(["edit", "cancel", "move-up", "move-down", "send-now"]);
export type QueueAction = z.infer<typeof QueueAction>;

/** What becomes of the queue: the next is sent, all wait, or all go back into the input. */
export const StopHow = z.enum(["drain", "hold", "clear"]);
export type StopHow = z.infer<typeof StopHow>;
