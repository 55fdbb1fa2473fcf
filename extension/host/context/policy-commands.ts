// Automatic context: what Galley adds to messages, and the recent edits it has noted.
import * as vscode from "vscode";
import { CONTEXT_NAMES, CONTEXT_WORDS, type ContextName } from "../../acquire/context.ts";
import type { Policy } from "../../acquire/policy.ts";
import { pickOne } from "../window/ask.ts";
import type { Policies } from "./policies.ts";

const WORDS: Readonly<Record<Policy, string>> = {
  never: "Never",
  ask: "Ask: suggest above the input",
  always: "Always: add to every message",
};

type Entry = vscode.QuickPickItem & { name?: ContextName };

export async function choosePolicies(policies: Policies, forgetEdits: () => void): Promise<void> {
  const items = CONTEXT_NAMES.map((name): Entry => ({
    label: name,
    description: WORDS[policies.of(name)],
    detail: CONTEXT_WORDS[name],
    name,
  }));
  const clear: Entry = { label: "$(clear-all) Clear Recent Edits", description: "forget the edits noted so far" };
  const picked = await pickOne([...items, { label: "", kind: vscode.QuickPickItemKind.Separator }, clear], {
    title: "Configure Automatic Context",
    placeHolder: "Select what Galley adds to messages in this workspace",
  });
  if (picked === clear) forgetEdits();
  if (picked?.name === undefined) return;
  const choices = (["never", "ask", "always"] as const).map((policy) => ({ label: WORDS[policy], policy }));
  const chosen = await pickOne(choices, { title: `Add “${picked.name}” to Messages` });
  if (chosen !== undefined) policies.choose(picked.name, chosen.policy);
}
