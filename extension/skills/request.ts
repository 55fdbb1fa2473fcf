// The request to the Composer: one skill, the user's request, and the capabilities of the caller.
import * as z from "zod/mini";
import { SkillPackage } from "./package.ts";

export const ComposeRequest = z.object({
  skill_package: SkillPackage,
  /** As the user, or the task, put it. */
  user_request: z.string(),
  invocation_source: z.enum(["explicit", "agent-selected", "scheduled"]),
  /** `null`: the whole workspace is meant. */
  channel_id: z._default(z.nullable(z.string()), null),
  /** That of the turn it stands in. */
  thread_id: z.string(),
  /** Items that were chosen already: there is nothing here to ask a memory with. */
  memory_context: z._default(z.array(z.json()), []),
  /** What the skill wants and the caller may: the ceiling. */
  available_tools: z.array(z.looseObject({ name: z.string() })),
  caller_capabilities: z.array(z.string()),
  parameters: z._default(z.record(z.string(), z.json()), {}),
});
export type ComposeRequest = z.infer<typeof ComposeRequest>;

/** No tool is named here that the caller may not use, in the order they were given. */
export function ceilingOf({ available_tools, caller_capabilities }: ComposeRequest): string[] {
  const may = new Set(caller_capabilities);
  return [...new Set(available_tools.map(({ name }) => name))].filter((name) => may.has(name));
}
