// Tries a skill: composes it with the values of its form. No model is called, and nothing is recorded.
import type { TryPreview, TryValues } from "../protocol/try-skill.ts";
import type { Skill } from "../skills/catalog.ts";
import { compose } from "../skills/composer/compose.ts";
import type { ComposeError, Composition } from "../skills/composer/composition.ts";
import { type ComposerPorts, type Invoker, packageRequest, plainRequest } from "../skills/invoke.ts";
import { readsMemory } from "../skills/memory-context.ts";
import { invokePorts } from "../turn/skill-ports.ts";
import { filledIn, formOf } from "./try-form.ts";
import * as words from "./words.ts";

/** Rejects only if rendering the templates does. */
export async function trySkill(
  skill: Skill,
  { fields: values, request }: TryValues,
  by: Omit<Invoker, "source">,
  own: ComposerPorts,
): Promise<TryPreview> {
  const { parameters, faults } = filledIn(formOf(skill).fields, values);
  if (Object.keys(faults).length > 0) return { ok: false, faults, problem: "" };
  const asked =
    skill.package === undefined
      ? plainRequest(skill, request)
      : {
          ...packageRequest(skill.package.pack, { user_request: request, parameters }, { ...by, source: "explicit" }),
          memory_context: readsMemory(skill.package.pack) ? await own.memories(request) : [],
        };
  const ports = invokePorts(own);
  const composed = await compose(asked, { ...ports, budget: ports.budget() });
  if (!composed.ok) return refused(composed.error);
  const tools = skill.package === undefined ? "" : toolWords(composed.composition, by.tools);
  return shown(composed.composition, ports.tokensOf, tools);
}

/** Says "all tools" for a skill that may use every tool of the conversation. */
function toolWords({ subgraph: { tool_availability, stages } }: Composition, all: readonly string[]): string {
  const isAll = all.length > 0 && tool_availability.length === all.length;
  const names = isAll ? words.allTools : tool_availability.join(", ") || words.noTools;
  return stages.length === 0 ? names : words.toolsInStages(names, stages.map(({ name }) => name).join(" → "));
}

function shown({ prompt, used_artifacts }: Composition, tokensOf: (text: string) => number, tools: string): TryPreview {
  return {
    ok: true,
    prompt,
    tokens: tokensOf(prompt),
    tools,
    artifacts: used_artifacts.map(({ id }) => id).join(", "),
  };
}

/** Puts the problem of a parameter at its field. */
function refused(error: ComposeError): TryPreview {
  if (error.type !== "ParameterMismatch") return { ok: false, faults: {}, problem: error.message };
  const faults: Record<string, string> = {};
  const others: string[] = [];
  for (const { path, message } of error.problems) {
    const [, name = ""] = path.split("/");
    if (name === "") others.push(message);
    else faults[name.replaceAll("~1", "/").replaceAll("~0", "~")] ??= message;
  }
  return { ok: false, faults, problem: others.join(" ") };
}
