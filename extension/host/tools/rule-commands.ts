// The list of tool rules: the user can remove those they gave in the panel; the others are in the settings.
import * as vscode from "vscode";
import type { Store } from "../../persist/database/store.ts";
import { readPermissions, removePermission } from "../../persist/permissions.ts";
import { withoutDigest } from "../../tools/rules/rules.ts";
import { shownUntilHidden } from "../window/ask.ts";
import { ruleProblems, toolRules } from "../settings/settings.ts";
import * as words from "./words.ts";

interface Entry extends vscode.QuickPickItem {
  /** The id of a rule that can be removed here. */
  rule?: string;
}

const REMOVE: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon("trash"), tooltip: words.removeRule };

/** Enter or the button removes a rule; the last entry opens the settings. */
export async function showRules(store: Store, focusedConversation: () => string): Promise<void> {
  const pick = vscode.window.createQuickPick<Entry>();
  pick.title = words.permissionsTitle;
  pick.placeholder = words.permissionsPlaceholder;
  pick.matchOnDescription = true;
  const fill = (): void => {
    pick.items = entries(store, focusedConversation());
  };
  const remove = ({ rule }: Entry): void => {
    if (rule === undefined) return;
    removePermission(store, rule);
    fill();
  };
  pick.onDidTriggerItemButton(({ item }) => {
    remove(item);
  });
  const settings = Promise.withResolvers<boolean>();
  pick.onDidAccept(() => {
    const [chosen] = pick.activeItems;
    if (chosen?.rule !== undefined) remove(chosen);
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

function entries(store: Store, conversationId: string): Entry[] {
  const given = readPermissions(store, conversationId).map((rule): Entry => ({
    label: `${rule.permission}: ${rule.permission === "mcp" ? withoutDigest(rule.pattern) : rule.pattern}`,
    description: rule.session_id === null ? words.workspaceRule(rule.action) : words.conversationRule(rule.action),
    rule: rule.id,
    buttons: [REMOVE],
  }));
  const settings = toolRules().map(({ permission, pattern, action, from }): Entry => ({
    label: `${permission}: ${pattern}`,
    description: from === "workspace" ? words.workspaceSettingsRule(action) : words.settingsRule(action),
  }));
  const wrong = ruleProblems().map((line): Entry => ({
    label: `$(warning) ${words.invalidRule}`,
    detail: line,
    alwaysShow: true,
  }));
  const nothing: Entry[] =
    given.length + settings.length + wrong.length === 0
      ? [{ label: words.noRules, description: words.noRulesDescription }]
      : [];
  return [...wrong, ...nothing, ...given, ...settings, { label: `$(gear) ${words.editInSettings}`, alwaysShow: true }];
}
