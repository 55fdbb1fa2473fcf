// The request to the Composer: one skill, the user's request, and the capabilities of the caller.
import * as z from "zod/mini";
import { SkillPackage } from "../package.ts";

export const ComposeRequest = z.object({
  skill_package: SkillPackage,
  /** In the words of the user, or of the task. */
  user_request: z.string(),
  invocation_source: z.enum(["explicit", "agent-selected", "scheduled"]),
  /** `null` for the whole workspace. */
  channel_id: z._default(z.nullable(z.string()), null),
  /** The thread of its turn. */
  thread_id: z.string(),
  /** Items that the caller has chosen: the Composer cannot read memories. */
  memory_context: z._default(z.array(z.json()), []),
  /** Tools that the skill declares and the caller may use: the ceiling. */
  available_tools: z.array(z.looseObject({ name: z.string() })),
  caller_capabilities: z.array(z.string()),
  parameters: z._default(z.record(z.string(), z.json()), {}),
});
export type ComposeRequest = z.infer<typeof ComposeRequest>;

/** The available tools that the caller may use, in the given order. */
export function ceilingOf({ available_tools, caller_capabilities }: ComposeRequest): string[] {
  const may = new Set(caller_capabilities);
  return [...new Set(available_tools.map(({ name }) => name))].filter((name) => may.has(name));
}
