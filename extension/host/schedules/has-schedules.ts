// Whether the features must be loaded at the start, because a schedule may be due. Reads no file.
import * as vscode from "vscode";

/** What the user said to the proposals of skills, by id. */
export const ANSWERS = "galley.schedules.answers";
/** Skills of the user had schedules when they were last read. */
export const OF_USER = "galley.schedules.ofUser";

export function hasSchedules({
  workspaceState,
  globalState,
}: Pick<vscode.ExtensionContext, "workspaceState" | "globalState">): boolean {
  // Not with the reader of settings: activation loads as little as it can.
  const setting = vscode.workspace.getConfiguration("galley").inspect("schedules")?.globalValue;
  const answers = Object.values(workspaceState.get<Record<string, unknown>>(ANSWERS, {}));
  return (Array.isArray(setting) && setting.length > 0) || answers.includes(true) || globalState.get(OF_USER) === true;
}
