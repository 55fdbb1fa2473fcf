// Asks the user whether a tool may read what the rules do not allow, while code is refactored.
import * as vscode from "vscode";
import type { Approval } from "../../pipelines/refactor/tools/run-calls.ts";
import { visibleText } from "../../text/visible-text.ts";
import * as words from "./words.ts";

/** A notice that the user closes denies the call. */
export async function approveCall({ title, needs }: Approval): Promise<boolean> {
  const places = needs.map(({ pattern }) => visibleText(pattern)).join(", ");
  const asked = words.mayCall(visibleText(title), places);
  const chosen = await vscode.window.showWarningMessage(asked, words.allow, words.deny);
  return chosen === words.allow;
}
