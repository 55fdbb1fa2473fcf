// The shape of a skill that leaves it to a model: asked once, when it is sent, and never for a preview.
import * as z from "zod/mini";
import type { Invoker } from "../invoke.ts";

/** The user is waiting for the message to be sent. */
const LONGEST_MS = 30_000;

const PlanText = z.object({
  tools: z.optional(z.array(z.string())),
  stages: z.optional(z.array(z.object({ name: z.string(), tools: z.optional(z.array(z.string())) }))),
});

const SYSTEM = [
  "You decide how a skill is carried out. Read its approach and answer with one JSON object and nothing else:",
  '{"stages": [{"name": "…", "tools": ["…"]}, …]} when the approach has steps that follow each other,',
  '{"tools": ["…"]} when it is one loop. Use only tools of the list, and only those that are needed.',
].join("\n");

export type PlanSkill = NonNullable<Invoker["plan"]>;

/** Asks the model of the conversation. `undefined` if it gives no answer. Never rejects. */
export type AskModel = (
  question: { system: string; text: string; max_tokens: number },
  signal: AbortSignal,
) => Promise<string | undefined>;

export interface PlannerPorts {
  signal?: AbortSignal | undefined;
  /** Tells the user what takes so long. */
  tell: (words: string) => void;
}

/** Without a valid plan from the model, the skill keeps the stages its author wrote. */
export function planner(ask: AskModel, { signal, tell }: PlannerPorts): PlanSkill {
  return async (approach, tools) => {
    tell("Planning skill steps…");
    const text = `# Approach\n\n${approach}\n\n# Tools\n\n${tools.join("\n")}`;
    const ends = [AbortSignal.timeout(LONGEST_MS), ...(signal === undefined ? [] : [signal])];
    const answer = await ask({ system: SYSTEM, text, max_tokens: 1_000 }, AbortSignal.any(ends));
    return answer === undefined ? undefined : planIn(answer);
  };
}

function planIn(text: string): z.infer<typeof PlanText> | undefined {
  const json = text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1);
  try {
    return PlanText.safeParse(JSON.parse(json)).data;
  } catch {
    // A model that writes no plan has none.
    return undefined;
  }
}
