// Automatic context: what Galley adds to messages, and the recent edits it has noted.
import * as vscode from "vscode";
import { CONTEXT_NAMES, CONTEXT_WORDS, type ContextName } from "../../acquire/context.ts";
import type { Policy } from "../../acquire/policy.ts";
import { pickOne } from "../window/ask.ts";
import type { Core } from "../core.ts";

const WORDS: Readonly<Record<Policy, string>> = {
  never: "Never",
  ask: "Ask: suggest above the input",
  always: "Always: add to every message",
};

type Entry = vscode.QuickPickItem & { name?: ContextName };

export async function choosePolicies(core: Core): Promise<void> {
  const items = CONTEXT_NAMES.map((name): Entry => ({
    label: name,
    description: WORDS[core.policies.of(name)],
    detail: CONTEXT_WORDS[name],
    name,
  }));
  const clear: Entry = { label: "$(clear-all) Clear Recent Edits", description: "forget the edits noted so far" };
  const picked = await pickOne([...items, { label: "", kind: vscode.QuickPickItemKind.Separator }, clear], {
    title: "Configure Automatic Context",
    placeHolder: "Select what Galley adds to messages in this workspace",
  });
  if (picked === clear) forgetEdits(core);
  if (picked?.name === undefined) return;
  const policies = (["never", "ask", "always"] as const).map((policy) => ({ label: WORDS[policy], policy }));
  const chosen = await pickOne(policies, { title: `Add “${picked.name}” to Messages` });
  if (chosen !== undefined) core.policies.choose(picked.name, chosen.policy);
}

export function forgetEdits(core: Core): void {
  core.contexts.trail.clear();
  for (const { ghosts } of core.panes.all) ghosts.update();
}
