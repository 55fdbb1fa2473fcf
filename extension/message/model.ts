// What a model can take: lowering and budget decide from this, never from its name.
import * as z from "zod/mini";
import { AcpAgent } from "./agents/acp.ts";

const Count = z.int().check(z.gte(1));

export const Model = z.object({
  provider: z.string(),
  id: z.string(),
  name: z.optional(z.string()),
  context_window: Count,
  max_output: Count,
  /** Mime types it reads natively, besides text. */
  accepts: z.array(z.string()),
  tools: z.boolean(),
  /** Thinks before it answers: as much as it finds right, or within a budget it must be given. */
  reasoning: z.optional(z.enum(["adaptive", "budget"])),
  /** The origin of its server, where the user has set the address. What one server sends returns to no other. */
  server: z.optional(z.string()),
  /** The facts that neither the server, the settings nor the table of models tell. */
  guessed: z.optional(z.array(z.enum(["context_window", "max_output", "accepts", "tools"]))),
  /** An agent: it keeps the conversation in an agent session, with its own tools, and cannot be steered. */
  keeps_session: z.optional(z.boolean()),
  /** Of an agent that speaks ACP: what it says of itself. */
  acp: z.optional(AcpAgent),
});
export type Model = z.infer<typeof Model>;

export function isGuessed({ guessed }: Model, fact: NonNullable<Model["guessed"]>[number]): boolean {
  return guessed?.includes(fact) === true;
}

/** `provider/model`, the form of the `galley.model` setting. */
export function modelKey(model: Pick<Model, "provider" | "id">): string {
  return `${model.provider}/${model.id}`;
}

/** Exact, or a whole family: `image/*`. Parameters of a mime type do not count. */
export function acceptsMime({ accepts }: Pick<Model, "accepts">, mime: string): boolean {
  const bare = bareMime(mime);
  return accepts.some((one) => one === bare || (one.endsWith("/*") && bare.startsWith(one.slice(0, -1))));
}

export function bareMime(mime: string): string {
  return mime.replace(/;.*$/, "").trim().toLowerCase();
}

/** Whether the model can call the tool that loads skills. An agent has its own tools. */
export function loadsSkills({ tools, keeps_session }: Model): boolean {
  return tools && keeps_session !== true;
}
