// question: the model asks the user. The loop asks and answers; there is nothing to run.
import * as z from "zod/mini";
import { defineTool, refuse } from "./define.ts";
import type { Tool } from "./tool.ts";
import * as words from "./words.ts";

export const QuestionInput = z.object({
  question: z.string().check(z.minLength(1)),
  options: z
    .array(z.object({ label: z.string().check(z.minLength(1)), description: z.optional(z.string()) }))
    .check(z.minLength(1), z.maxLength(12)),
  multiple: z.optional(z.boolean()).check(z.describe("Whether several options can be selected")),
});
export type QuestionInput = z.infer<typeof QuestionInput>;

export const questionTool: Tool = defineTool({
  name: "question",
  description: "Ask the user when only they can decide. They select an option or type an answer.",
  input: QuestionInput,
  harmless: true,
  prepare({ question }) {
    const run = () => Promise.resolve(refuse(words.questionNotShown));
    return { ok: true, call: { title: question, needs: [], changes: false, run } };
  },
});
