// A skill called by a skill: it runs on the same thread, within the capabilities of the outermost caller.
import type { SkillPackage } from "../package.ts";
import type { ComposeRequest } from "./request.ts";

type Tool = ComposeRequest["available_tools"][number];

type Caller = Pick<ComposeRequest, "caller_capabilities" | "thread_id" | "channel_id" | "memory_context">;

/** The tools that the skill declares and the caller may use. A skill without a surface gets all of the caller's. */
function availableTools(
  { tool_surface }: Pick<SkillPackage, "tool_surface">,
  caller_capabilities: readonly string[],
  known: readonly Tool[],
): Tool[] {
  const wants = (name: string): boolean => tool_surface.length === 0 || tool_surface.includes(name);
  return known.filter(({ name }) => wants(name) && caller_capabilities.includes(name));
}

/** `known`: all tools. The surface of the outer skill neither adds nor removes tools. */
export function nestedRequest(
  top: Caller,
  skill_package: SkillPackage,
  asked: Pick<ComposeRequest, "user_request" | "parameters">,
  known: readonly Tool[],
): ComposeRequest {
  const { caller_capabilities } = top;
  const { thread_id, channel_id, memory_context } = top;
  return {
    ...{ thread_id, channel_id, memory_context, caller_capabilities },
    ...asked,
    skill_package,
    invocation_source: "agent-selected",
    available_tools: availableTools(skill_package, caller_capabilities, known),
  };
}
