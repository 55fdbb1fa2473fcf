// Reports invalid tool rules: each in the log, and all in one notification that opens the settings.
import * as vscode from "vscode";
import { ruleProblems } from "../settings/settings.ts";
import * as words from "./words.ts";

const KEY = "galley.tools.rules";

/** Reports now, and whenever the rules change. */
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
  const answer = await vscode.window.showWarningMessage(words.ruleIgnored(first, others.length), words.editRules);
  if (answer === words.editRules) await vscode.commands.executeCommand("workbench.action.openSettings", KEY);
}
