// A compose request that composes, to be changed in one place by a test.
import type { ComposePorts } from "../../extension/skills/composer/compose.ts";
import type { DryPorts } from "../../extension/skills/dry-run.ts";
import { renderTemplate } from "../../extension/assemble/templates/template.ts";
import { ComposeRequest } from "../../extension/skills/composer/request.ts";

type Fields = Record<string, unknown>;

export function composeRequest(skill: Fields = {}, rest: Fields = {}): ComposeRequest {
  return ComposeRequest.parse({
    skill_package: {
      id: "skill-1",
      name: "explain",
      description: "Explains things",
      version: "1.2.0",
      source: "project",
      framing: "Explain what is asked.",
      tool_surface: ["read", "grep"],
      requires_tools: false,
      parameter_schema: { type: "object" },
      artifacts: [],
      ...skill,
    },
    user_request: "What does this do?",
    invocation_source: "explicit",
    channel_id: null,
    thread_id: "ses_1",
    memory_context: [],
    available_tools: [{ name: "read" }, { name: "grep" }],
    caller_capabilities: ["read", "grep"],
    parameters: {},
    ...rest,
  });
}

/** A character is a token, and no model is there. */
export const composePorts: ComposePorts = {
  tokensOf: (text) => text.length,
  render: (template, parameters) => Promise.resolve(renderTemplate(template, parameters)),
};

/** The same for a dry run. */
export const dryPorts: DryPorts = { ...composePorts, budget: () => 8_000 };
