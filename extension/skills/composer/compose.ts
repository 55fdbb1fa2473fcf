// The Skill Composer: makes a prompt and a shape to run from a package and a request, deterministically and step by step.
import { ARTIFACT_TOKENS, weighArtifacts } from "./budget.ts";
import type { ArtifactRef, ComposeError, Composed, Composition, InvocationRecord } from "./composition.ts";
import { defaultsIn, namedValues } from "../defaults.ts";
import type { Json } from "../json.ts";
import { itemsIn, readsMemory, refOf } from "../memory-context.ts";
import type { Artifact } from "../package.ts";
import { checkParameters, schemaFault } from "../parameters.ts";
import { assemblePrompt } from "./prompt.ts";
import { ceilingOf, type ComposeRequest } from "./request.ts";
import { type Selection, selectArtifacts } from "./select.ts";
import { exitOf, interruptPoints, type Plan, shapeOf, unknownTool, withApproach, withinCeiling } from "./shape.ts";
import type { Result } from "../../message/result.ts";
import * as words from "../words.ts";

type Rendered = Result<string, { message: string; line?: number }>;

export interface ComposePorts {
  tokensOf: (text: string) => number;
  /** Only for a framing that is a template. */
  render: (template: string, parameters: Readonly<Record<string, Json | undefined>>) => Promise<Rendered>;
  /** Asks a model, only for a skill that delegates its shape. `undefined` if the model gives no plan. */
  plan?: (approach: string, tools: readonly string[]) => Promise<Plan | undefined>;
  /** Maximum size of the artifacts, in tokens. */
  budget?: number;
}

/** Never rejects as long as its ports do not. */
export async function compose(given: ComposeRequest, ports: ComposePorts): Promise<Composed> {
  const request = withDefaults(given);
  const { framing, parameter_schema, planner_delegates_shape } = request.skill_package;
  const invalid = validate(request);
  if (invalid !== undefined) return refuse(request, invalid, []);
  const isTemplate = typeof framing === "object" && framing !== null;
  const rendered: Rendered = isTemplate
    ? await ports.render(framing.body, {
        memory: request.memory_context,
        ...namedValues(parameter_schema, request.parameters),
      })
    : { ok: true, value: framing ?? "" };
  if (!rendered.ok) return refuse(request, malformed(rendered.failure), []);
  const { approach } = selectArtifacts(request, request.skill_package.artifacts);
  const mayAsk = planner_delegates_shape && approach !== undefined;
  const plan = mayAsk ? await ports.plan?.(approach.body, ceilingOf(request)) : undefined;
  return finish(request, rendered.value, plan, ports);
}

/** The synchronous form, for a skill that is prose. Refuses a template. */
export function composeProse(given: ComposeRequest, ports: Pick<ComposePorts, "tokensOf" | "budget">): Composed {
  const request = withDefaults(given);
  const { framing } = request.skill_package;
  const invalid = validate(request);
  if (invalid !== undefined) return refuse(request, invalid, []);
  if (typeof framing !== "string") return refuse(request, malformed({ message: words.templateInProse }), []);
  return finish(request, framing, undefined, ports);
}

/** Before anything else reads the parameters, so that conditions, templates and the prompt see the same values. */
function withDefaults(given: ComposeRequest): ComposeRequest {
  return { ...given, parameters: defaultsIn(given.skill_package.parameter_schema, given.parameters) };
}

/** Step 1. Fails closed. */
function validate(request: ComposeRequest): ComposeError | undefined {
  const { name, framing, parameter_schema, tool_surface } = request.skill_package;
  const prose = typeof framing === "string" ? framing : framing?.body;
  if (isBlank(name)) return missing("name", words.noName);
  if (isBlank(prose)) return missing("framing", words.noFraming);
  if (parameter_schema === undefined || parameter_schema === null) return missing("parameter_schema", words.noSchema);
  const fault = schemaFault(parameter_schema);
  if (fault !== undefined) return missing("parameter_schema", words.malformedSchema(fault));
  const narrow = narrowing(request);
  if (narrow !== undefined)
    return {
      ...{ type: "CapabilityNarrowing", message: narrow, tool_surface },
      caller_capabilities: request.caller_capabilities,
    };
  const problems = checkParameters(parameter_schema, request.parameters);
  if (problems.length === 0) return undefined;
  return { type: "ParameterMismatch", message: words.mismatch, problems };
}

/** Why the caller has too few tools for the skill; `undefined` if it has enough. */
function narrowing(request: ComposeRequest): string | undefined {
  const { requires_tools, required_capabilities, tool_surface } = request.skill_package;
  const { caller_capabilities } = request;
  const missing = required_capabilities.find((tool) => !caller_capabilities.includes(tool));
  if (missing !== undefined) return words.toolNotAllowed(missing);
  const isBare = tool_surface.length > 0 && !tool_surface.some((tool) => caller_capabilities.includes(tool));
  const isShort = requires_tools && (isBare || ceilingOf(request).length === 0);
  return isShort ? words.noTools : undefined;
}

/** Steps 3 to 9. */
function finish(
  request: ComposeRequest,
  framing: string,
  plan: Plan | undefined,
  { tokensOf, budget = ARTIFACT_TOKENS }: Pick<ComposePorts, "tokensOf" | "budget">,
): Composed {
  const { artifacts, interrupts, model_preference } = request.skill_package;
  const select = (from: readonly Artifact[]): Selection => selectArtifacts(request, from);
  const selection = select(artifacts);
  const { tokens, trim } = weighArtifacts(artifacts, select, tokensOf, budget);
  if (trim.length > 0) return refuse(request, exceeded(tokens, budget, trim), []);
  const used_artifacts = usedBy(request, selection);
  const ceiling = ceilingOf(request);
  const unknown = unknownTool(selection.approaches, ceiling);
  if (unknown !== undefined) return refuse(request, notAvailable(unknown), used_artifacts);
  const declared = plan === undefined ? selection.approach : withinCeiling(plan, ceiling);
  const { expected, ...shape } = withApproach(shapeOf(declared, ceiling), selection.approach?.body ?? "");
  const used_memory = itemsIn(readsMemory(request.skill_package) ? request.memory_context : [], framing).flatMap(refOf);
  const composition: Composition = {
    prompt: assemblePrompt(framing, selection, request),
    subgraph: { ...shape, interrupts: interruptPoints(interrupts, shape.stages) },
    used_artifacts,
    ...(used_memory.length > 0 && { used_memory }),
    expected_tool_calls: expected,
    declared_interrupts: [...new Set(interrupts)],
    exit_condition: exitOf(request.skill_package),
    model_preference,
  };
  return { ok: true, composition, record: recordOf(request, used_artifacts, expected, null) };
}

/** Step 8: the artifacts that were used, in the order of the prompt; the approach comes last. */
function usedBy({ skill_package }: ComposeRequest, { descriptions, examples, approach }: Selection): ArtifactRef[] {
  const { framing } = skill_package;
  const template = typeof framing === "object" && framing?.id !== undefined ? [framing] : [];
  return [
    ...template.map(({ id = "", version = "1" }) => ({ id, version })),
    ...[...descriptions, ...examples, ...(approach === undefined ? [] : [approach])].map(({ id, version }) => ({
      id,
      version,
    })),
  ];
}

function refuse(request: ComposeRequest, error: ComposeError, used: ArtifactRef[]): Composed {
  return { ok: false, error, record: recordOf(request, used, [], error.type) };
}

function recordOf(
  { skill_package, invocation_source }: ComposeRequest,
  used_artifacts: ArtifactRef[],
  expected_tool_calls: string[],
  error: InvocationRecord["error"],
): InvocationRecord {
  return {
    skill_id: skill_package.id ?? skill_package.name ?? "",
    skill_version: skill_package.version,
    invocation_source,
    used_artifacts,
    expected_tool_calls,
    succeeded: error === null,
    error,
  };
}

function isBlank(text: string | null | undefined): boolean {
  return text === undefined || text === null || text.trim() === "";
}

type Missing = Extract<ComposeError, { type: "MissingRequiredField" }>;

function missing(field: Missing["field"], message: string): Missing {
  return { type: "MissingRequiredField", message, field };
}

function malformed({ message, line }: { message: string; line?: number }): ComposeError {
  return {
    type: "MalformedTemplate",
    message: words.notRendered(line, message),
    ...(line !== undefined && { line }),
  };
}

function notAvailable({ tool, artifact }: { tool: string; artifact: string }): ComposeError {
  return { type: "UnknownTool", message: words.unknownTool(artifact, tool), tool, artifact };
}

type Exceeded = Extract<ComposeError, { type: "ArtifactBudgetExceeded" }>;

function exceeded(tokens: number, budget: number, suggested_trim: Exceeded["suggested_trim"]): Exceeded {
  const names = suggested_trim.map(({ id }) => id).join(", ");
  const message = words.overBudget(tokens, budget, names);
  return { type: "ArtifactBudgetExceeded", message, tokens, budget, suggested_trim };
}
