// Asks a model for the stages of a skill that delegates them: once, when the message is sent, and never for a preview.
import * as z from "zod/mini";
import type { Invoker } from "../invoke.ts";
import * as words from "./words.ts";

/** The user is waiting for the message to be sent. */
const LONGEST_MS = 30_000;

const PlanText = z.object({
  tools: z.optional(z.array(z.string())),
  stages: z.optional(z.array(z.object({ name: z.string(), tools: z.optional(z.array(z.string())) }))),
});

export type PlanSkill = NonNullable<Invoker["plan"]>;

/** Asks the model of the conversation. `undefined` if it gives no answer. Never rejects. */
export type AskModel = (
  question: { system: string; text: string; max_tokens: number },
  signal: AbortSignal,
) => Promise<string | undefined>;

export interface PlannerPorts {
  signal?: AbortSignal | undefined;
  /** Shows the user what takes so long. */
  tell: (text: string) => void;
}

/** Without a valid plan from the model, the skill keeps the stages its author wrote. */
export function planner(ask: AskModel, { signal, tell }: PlannerPorts): PlanSkill {
  return async (approach, tools) => {
    tell(words.planning);
    const text = words.planQuestion(approach, tools);
    const ends = [AbortSignal.timeout(LONGEST_MS), ...(signal === undefined ? [] : [signal])];
    const answer = await ask({ system: words.planSystem, text, max_tokens: 1_000 }, AbortSignal.any(ends));
    return answer === undefined ? undefined : planIn(answer);
  };
}

function planIn(text: string): z.infer<typeof PlanText> | undefined {
  const json = text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1);
  try {
    return PlanText.safeParse(JSON.parse(json)).data;
  } catch {
    // Not JSON: there is no plan.
    return undefined;
  }
}
