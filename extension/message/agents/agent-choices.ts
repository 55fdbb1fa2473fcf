// The mode and the options of an ACP agent that the user selected in a conversation.
import * as z from "zod/mini";

export const AgentChoices = z.object({
  mode: z.optional(z.string()),
  options: z.optional(z.record(z.string(), z.union([z.string(), z.boolean()]))),
});
export type AgentChoices = z.infer<typeof AgentChoices>;
