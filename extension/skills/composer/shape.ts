// The subgraph of a composition: its tools, one loop or stages, where interrupts fire, and what ends it.
import { approachParts } from "./approach.ts";
import type { ExitCondition, Stage, Subgraph } from "./composition.ts";
import type { Artifact, SkillPackage } from "../package.ts";

/** The plan of a model. Tools beyond the ceiling are dropped from it. */
export interface Plan {
  tools?: string[] | undefined;
  stages?: { name: string; tools?: string[] | undefined }[] | undefined;
}

export type Shape = Omit<Subgraph, "interrupts"> & { expected: string[] };

/** The first tool that an approach names and that is not available. Plans are not checked: they are cut instead. */
export function unknownTool(
  approaches: readonly Artifact[],
  ceiling: readonly string[],
): { tool: string; artifact: string } | undefined {
  for (const { id, tools, stages } of approaches) {
    const tool = namedBy({ tools, stages }).find((name) => !ceiling.includes(name));
    if (tool !== undefined) return { tool, artifact: id };
  }
  return undefined;
}

export function shapeOf(declared: Pick<Artifact, "tools" | "stages"> | undefined, ceiling: readonly string[]): Shape {
  const { tools, stages } = declared ?? {};
  const named = namedBy({ tools, stages });
  const isNarrow = tools !== undefined && tools !== null;
  const tool_availability = ceiling.filter((name) => !isNarrow || named.includes(name));
  const inOrder = (stages ?? []).map((stage): Stage => ({
    name: stage.name,
    tools: tool_availability.filter((name) => stage.tools === undefined || stage.tools.includes(name)),
  }));
  const hinted = inOrder.length === 0 ? (tools ?? []) : (stages ?? []).flatMap((stage) => stage.tools ?? []);
  return {
    tool_availability,
    shape: inOrder.length === 0 ? "loop" : "staged",
    stages: inOrder,
    expected: hinted.filter((name) => tool_availability.includes(name)),
  };
}

/** Gives each stage its part of the Approach, and the loop all of it. */
export function withApproach(shape: Shape, body: string): Shape {
  const { rest, stages } = approachParts(
    body,
    shape.stages.map(({ name }) => name),
  );
  const withText = (stage: Stage, text = ""): Stage => (text === "" ? stage : { ...stage, text });
  return {
    ...shape,
    stages: shape.stages.map((stage, at) => withText(stage, stages[at])),
    ...(rest !== "" && { approach: rest }),
  };
}

/** Drops tools beyond the ceiling. A model's plan is not refused for naming them, unlike an author's. */
export function withinCeiling({ tools, stages }: Plan, ceiling: readonly string[]): Plan {
  const cut = (names: readonly string[]): string[] => names.filter((name) => ceiling.includes(name));
  return {
    ...(tools !== undefined && { tools: cut(tools) }),
    ...(stages !== undefined && {
      stages: stages.map(({ name, tools: own }) => ({ name, ...(own !== undefined && { tools: cut(own) }) })),
    }),
  };
}

/** The node of each interrupt: the stage that its name contains, else the check of the input or of the output. */
export function interruptPoints(names: readonly string[], stages: readonly Stage[]): Subgraph["interrupts"] {
  return [...new Set(names)].map((name) => ({ name, node: nodeOf(name, stages) }));
}

function nodeOf(name: string, stages: readonly Stage[]): string {
  const words = wordsOf(name);
  const stage = stages.find((one) => words.includes(wordsOf(one.name)));
  if (stage !== undefined) return `stage:${stage.name}`;
  if (/ (input|request|parameters?) /.test(words)) return "input-validation";
  return / (output|result|answer) /.test(words) ? "output-check" : "planner-executor";
}

function wordsOf(name: string): string {
  return ` ${name
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .join(" ")
    .trim()} `;
}

export function exitOf({ output_schema, tool_call_budget }: SkillPackage): ExitCondition {
  const kind =
    output_schema !== null ? "output_schema" : tool_call_budget !== null ? "tool_call_budget" : "caller_cancelled";
  return {
    kind,
    ...(output_schema !== null && { output_schema }),
    ...(tool_call_budget !== null && { tool_call_budget }),
  };
}

function namedBy({ tools, stages }: Pick<Artifact, "tools" | "stages">): string[] {
  return [...(tools ?? []), ...(stages ?? []).flatMap((stage) => stage.tools ?? [])];
}
