// interrupt: a skill's named question to the user. The loop asks and answers; there is nothing to run.
import * as z from "zod/mini";
import type { SkillShape } from "../../message/invocation.ts";
import type { Tool } from "../../tools/tool.ts";
import * as words from "./words.ts";

export const INTERRUPT = "interrupt";

export const InterruptInput = z.object({ name: z.string(), question: z.optional(z.string()) });

export function interruptTool(interrupts: SkillShape["interrupts"]): Tool {
  return {
    name: INTERRUPT,
    description: "Ask the user the question that the skill defines. Returns their answer.",
    input_schema: {
      type: "object",
      properties: {
        name: { type: "string", enum: interrupts.map(({ name }) => name) },
        question: { type: "string", description: "What is unclear, in one sentence" },
      },
      required: ["name"],
      additionalProperties: false,
    },
    harmless: true,
    prepare: () => Promise.resolve({ ok: false, output: words.questionNotShown }),
  };
}
