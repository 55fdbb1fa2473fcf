// What went wrong, as plain data with words for the user; nothing in the core throws it.
import * as z from "zod/mini";

/** What a button may do about it. */
export const FailureAction = z.enum(["setApiKey", "selectModel", "new", "openSettings"]);
export type FailureAction = z.infer<typeof FailureAction>;

export const Failure = z.object({
  stage: z.enum(["acquire", "compose", "persist", "assemble", "lower", "send", "turn"]),
  code: z.string(),
  /** Says what happened and what to do. */
  message: z.string(),
  retryable: z.boolean(),
  action: z.optional(FailureAction),
});
export type Failure = z.infer<typeof Failure>;
