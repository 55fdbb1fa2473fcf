// The bounds of a package that only a turn of Galley's can hold a model to. An agent that reads its prompt elsewhere is not held to them.
import type { SkillPackage } from "./package.ts";
import * as words from "./words.ts";

/** In words; empty if the prompt is all there is of the package. */
export function unheldBounds(pack: SkillPackage): string[] {
  const { interrupts, artifacts, tool_surface, tool_call_budget, output_schema, planner_delegates_shape } = pack;
  const { boundNames } = words;
  return [
    ...(interrupts.length === 0 ? [] : [boundNames.questions(interrupts)]),
    ...(planner_delegates_shape || artifacts.some(({ stages }) => (stages ?? []).length > 0)
      ? [boundNames.stages]
      : []),
    ...(tool_surface.length === 0 && artifacts.every(({ tools }) => (tools ?? []).length === 0)
      ? []
      : [boundNames.tools]),
    ...(tool_call_budget === null ? [] : [boundNames.budget]),
    ...(output_schema === null ? [] : [boundNames.schema]),
  ];
}
