// STUB until the tools branch is merged.
import * as z from "zod/mini";
export const QuestionInput = z.object({
  question: z.string(),
  options: z.array(z.object({ label: z.string(), description: z.optional(z.string()) })),
  multiple: z.optional(z.boolean()),
});
