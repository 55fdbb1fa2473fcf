// What tools were allowed for longer than once, in a list: each can be taken back; the settings hold the others.
import * as vscode from "vscode";
import type { Store } from "../../persist/database/store.ts";
import { readPermissions, removePermission } from "../../persist/permissions.ts";
import { withoutDigest } from "../../tools/rules/rules.ts";
import { shownUntilHidden } from "../window/ask.ts";
import { ruleProblems, toolRules } from "../settings/settings.ts";

interface Entry extends vscode.QuickPickItem {
  /** Of a rule that can be taken back here. */
  rule?: string;
}

const TAKE_BACK: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon("trash"), tooltip: "Remove Rule" };

/** Enter, or the button, takes a rule back; the last entry leads to the settings. */
export async function showRules(store: Store, focusedConversation: () => string): Promise<void> {
  const pick = vscode.window.createQuickPick<Entry>();
  pick.title = "Manage Tool Permissions";
  pick.placeholder = "Select a rule to remove it";
  pick.matchOnDescription = true;
  const fill = (): void => {
    pick.items = entries(store, focusedConversation());
  };
  const takeBack = ({ rule }: Entry): void => {
    if (rule === undefined) return;
    removePermission(store, rule);
    fill();
  };
  pick.onDidTriggerItemButton(({ item }) => {
    takeBack(item);
  });
  const settings = Promise.withResolvers<boolean>();
  pick.onDidAccept(() => {
    const [chosen] = pick.activeItems;
    if (chosen?.rule !== undefined) takeBack(chosen);
    else {
      settings.resolve(true);
      pick.hide();
    }
  });
  fill();
  await shownUntilHidden(pick, () => false);
  pick.dispose();
  settings.resolve(false);
  if (await settings.promise)
    await vscode.commands.executeCommand("workbench.action.openSettings", "galley.tools.rules");
}

function entries(store: Store, sessionId: string): Entry[] {
  const given = readPermissions(store, sessionId).map((rule): Entry => ({
    label: `${rule.permission}: ${rule.permission === "mcp" ? withoutDigest(rule.pattern) : rule.pattern}`,
    description: `${rule.action} · ${rule.session_id === null ? "workspace" : "conversation"}`,
    rule: rule.id,
    buttons: [TAKE_BACK],
  }));
  const settings = toolRules().map(({ permission, pattern, action, from }): Entry => ({
    label: `${permission}: ${pattern}`,
    description: `${action} · ${from === "workspace" ? "workspace settings" : "settings"}`,
  }));
  const wrong = ruleProblems().map((line): Entry => ({
    label: "$(warning) Invalid rule in settings",
    detail: line,
    alwaysShow: true,
  }));
  const nothing: Entry[] =
    given.length + settings.length + wrong.length === 0
      ? [{ label: "No rules", description: "tools ask before they change files, run commands or fetch pages" }]
      : [];
  return [...wrong, ...nothing, ...given, ...settings, { label: "$(gear) Edit Rules in Settings", alwaysShow: true }];
}
