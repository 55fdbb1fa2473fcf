// Composes a package without running it, to find out whether it can run at all.
import { compose } from "./composer/compose.ts";
import { propertiesOf } from "./defaults.ts";
import type { InvokePorts } from "./invoke.ts";
import { isObject } from "./json.ts";
import type { SkillPackage } from "./package.ts";
import { schemaFault } from "./parameters.ts";
import { ComposeRequest } from "./composer/request.ts";
import { sampleOf } from "./sample.ts";

export type DryPorts = Pick<InvokePorts, "tokensOf" | "render" | "budget">;

/**
 * Why the package is refused whatever the caller gives it; `undefined` if it can run. The caller has every tool that
 * the package names, and gives a value for each parameter, or for each required one. Never rejects if the ports do not.
 */
export async function dryFault(pack: SkillPackage, ports: DryPorts): Promise<string | undefined> {
  const full = await refusalOf(pack, "all", ports);
  if (full === undefined) return undefined;
  return (await refusalOf(pack, "required", ports)) === undefined ? undefined : full;
}

async function refusalOf(pack: SkillPackage, which: "all" | "required", ports: DryPorts): Promise<string | undefined> {
  const tools = toolsNamedBy(pack);
  const request = ComposeRequest.parse({
    skill_package: anyValue(pack),
    user_request: "",
    invocation_source: "explicit",
    thread_id: "",
    available_tools: tools.map((name) => ({ name })),
    caller_capabilities: tools,
    parameters: sampleOf(pack.parameter_schema, which),
  });
  const composed = await compose(request, { ...ports, budget: ports.budget() });
  return composed.ok ? undefined : composed.error.message;
}

/** A sample may miss what the schema demands, such as a pattern. That is no fault of the package. */
function anyValue(pack: SkillPackage): SkillPackage {
  const { parameter_schema: schema } = pack;
  if (!isObject(schema) || schemaFault(schema) !== undefined) return pack;
  const properties = Object.fromEntries(Object.keys(propertiesOf(schema)).map((name) => [name, {}]));
  return { ...pack, planner_delegates_shape: false, parameter_schema: { type: "object", properties } };
}

/** An approach cannot use a tool beyond the surface, so its tools count only if there is no surface. */
function toolsNamedBy({ tool_surface, required_capabilities, artifacts }: SkillPackage): string[] {
  const approached = artifacts.flatMap(({ tools, stages }) => [
    ...(tools ?? []),
    ...(stages ?? []).flatMap((stage) => stage.tools ?? []),
  ]);
  return [...new Set([...tool_surface, ...required_capabilities, ...(tool_surface.length === 0 ? approached : [])])];
}
