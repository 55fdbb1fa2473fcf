// Something the user should know that is no failure, as plain data with words for it.
import * as z from "zod/mini";
import { FailureAction } from "./failure.ts";

export const Notice = z.object({
  /** Says what happened and what to do, if anything. */
  message: z.string(),
  action: z.optional(FailureAction),
});
export type Notice = z.infer<typeof Notice>;
