// The order of the list of models: what can answer now, then what can be set up.
import type { ModelItem } from "./needs.ts";

export interface ModelGroup {
  heading: ModelItem;
  models: ModelItem[];
  /** What sets the provider up, or changes it. */
  steps: ModelItem[];
}

/**
 * `agents`: their heading, those that are there, and the entry that adds one. The steps of groups without models stand
 * below `setUp`.
 */
export function arrange(groups: readonly ModelGroup[], agents: readonly ModelItem[], setUp: ModelItem): ModelItem[] {
  const ready = groups.filter(({ models }) => models.length > 0);
  const steps = groups.filter(({ models }) => models.length === 0).flatMap((group) => group.steps);
  const hasAgents = agents.length > 2;
  return [
    ...ready.flatMap(({ heading, models, steps: changes }) => [heading, ...models, ...changes]),
    ...(hasAgents ? agents : []),
    ...(steps.length > 0 ? [setUp, ...steps] : []),
    ...(hasAgents ? [] : agents),
  ];
}
