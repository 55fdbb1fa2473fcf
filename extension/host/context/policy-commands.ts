// Automatic context: what Galley adds to messages, and the recent edits it has noted.
import * as vscode from "vscode";
import { pickOne } from "../window/ask.ts";
import type { Policies } from "./policies.ts";
import type { MentionableContext } from "./registered/registered-contexts.ts";
import * as words from "./words.ts";

type Entry = vscode.QuickPickItem & { name?: string };

export async function choosePolicies(
  policies: Policies,
  contexts: readonly MentionableContext[],
  forgetEdits: () => void,
): Promise<void> {
  const items = contexts.map(({ name, words: detail }): Entry => ({
    label: name,
    description: words.policies[policies.of(name)],
    detail,
    name,
  }));
  const clear: Entry = { label: `$(clear-all) ${words.clearEdits}`, description: words.clearEditsDetail };
  const picked = await pickOne([...items, { label: "", kind: vscode.QuickPickItemKind.Separator }, clear], {
    title: words.policiesTitle,
    placeHolder: words.selectAutomatic,
  });
  if (picked === clear) forgetEdits();
  if (picked?.name === undefined) return;
  const choices = (["never", "ask", "always"] as const).map((policy) => ({ label: words.policies[policy], policy }));
  const chosen = await pickOne(choices, { title: words.policyTitle(picked.name) });
  if (chosen !== undefined) policies.choose(picked.name, chosen.policy);
}
