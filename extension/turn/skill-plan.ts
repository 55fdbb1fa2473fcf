// The shape of a skill that leaves it to a model: asked once, when it is sent, and never for a preview.
import * as z from "zod/mini";
import type { Caller } from "../compose/catalog.ts";
import type { Rooms } from "./rooms.ts";
import { sampleModel } from "../pipelines/sampling.ts";

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

export interface PlannerPorts {
  signal?: AbortSignal | undefined;
  /** What takes so long. */
  tell: (words: string) => void;
}

/** Without a valid plan from the model, the skill keeps the stages its author wrote. */
export function plannerOf(
  rooms: Rooms,
  sessionId: string,
  { signal, tell }: PlannerPorts,
): NonNullable<Caller["plan"]> {
  return async (approach, tools) => {
    tell("Planning skill steps…");
    const text = `# Approach\n\n${approach}\n\n# Tools\n\n${tools.join("\n")}`;
    const wanted = {
      ...{ system: SYSTEM, max_tokens: 1_000 },
      messages: [{ role: "user" as const, content: [{ type: "text" as const, text }] }],
    };
    const ends = [AbortSignal.timeout(LONGEST_MS), ...(signal === undefined ? [] : [signal])];
    const sampled = await sampleModel(rooms, sessionId, wanted, AbortSignal.any(ends));
    return sampled.ok ? planIn(sampled.text) : undefined;
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
