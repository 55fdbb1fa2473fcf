// Rules for tools that cannot be read: named in the log, and once in a notification that leads to them.
import * as vscode from "vscode";
import { ruleProblems } from "../settings/settings.ts";

const KEY = "galley.tools.rules";
const EDIT = "Edit Rules";

/** Now, and whenever the rules are changed. */
export function tellRuleProblems(log: vscode.LogOutputChannel): vscode.Disposable {
  let told = "";
  const tell = (): void => {
    const lines = ruleProblems();
    if (lines.join("\n") === told) return;
    told = lines.join("\n");
    for (const line of lines) log.warn(`Tool rule ignored: ${line}`);
    if (lines.length > 0) void warn(lines);
  };
  tell();
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration(KEY)) tell();
  });
}

async function warn([first = "", ...others]: readonly string[]): Promise<void> {
  const more = others.length === 0 ? "" : ` (and ${others.length} more)`;
  const answer = await vscode.window.showWarningMessage(
    `A rule in galley.tools.rules is invalid and was ignored: ${first}${more}`,
    EDIT,
  );
  if (answer === EDIT) await vscode.commands.executeCommand("workbench.action.openSettings", KEY);
}
