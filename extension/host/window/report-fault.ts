// Shows an error in a notification when there is no other place to show it.
import * as vscode from "vscode";

export function reportFault(error: unknown): void {
  const cause = error instanceof Error && error.cause instanceof Error ? ` ${error.cause.message}` : "";
  void vscode.window.showErrorMessage(`${error instanceof Error ? error.message : String(error)}${cause}`);
}
