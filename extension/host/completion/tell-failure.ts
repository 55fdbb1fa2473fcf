// Tells a failure of completion, with the button that helps. The core tells each kind once.
import * as vscode from "vscode";
import type { Failure } from "../../message/failure.ts";
import * as words from "./words.ts";

export async function tellFailure(
  { message, action }: Failure,
  provider: string | undefined,
  showLog: () => unknown,
): Promise<void> {
  const helps =
    action === "setApiKey"
      ? { label: words.setKey, run: () => vscode.commands.executeCommand("galley.setApiKey", provider) }
      : action === "setServer"
        ? { label: words.setUrl, run: () => vscode.commands.executeCommand("galley.setServer", provider) }
        : { label: words.showLog, run: showLog };
  const answer = await vscode.window.showWarningMessage(words.failed(message), helps.label);
  if (answer === helps.label) await helps.run();
}
