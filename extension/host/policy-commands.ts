// What comes by itself, chosen from a list; and what was noted so far, forgotten.
import { CONTEXT_NAMES, CONTEXT_WORDS } from "../acquire/context.ts";
import type { Policy } from "../acquire/policy.ts";
import { pickOne } from "./ask.ts";
import type { Core } from "./core.ts";

const WORDS: Readonly<Record<Policy, string>> = {
  never: "Never",
  ask: "Ask: suggest above the input",
  always: "Always: add to every message",
};

export async function choosePolicies(core: Core): Promise<void> {
  const items = CONTEXT_NAMES.map((name) => ({
    label: name,
    description: WORDS[core.policies.of(name)],
    detail: CONTEXT_WORDS[name],
    name,
  }));
  const picked = await pickOne(items, { title: "Configure Automatic Context" });
  if (picked === undefined) return;
  const policies = (["never", "ask", "always"] as const).map((policy) => ({ label: WORDS[policy], policy }));
  const chosen = await pickOne(policies, { title: `Add “${picked.name}” to Messages` });
  if (chosen !== undefined) core.policies.choose(picked.name, chosen.policy);
}

export function forgetEdits(core: Core): void {
  core.contexts.trail.clear();
  for (const { ghosts } of core.panes.all) ghosts.update();
}
