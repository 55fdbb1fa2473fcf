// The commands that package.json promises: each waits for the core, whose table says what it does.
import * as vscode from "vscode";
import type { Core } from "./core.ts";
import { reportFault } from "./window/report-fault.ts";

export function registerCommands(
  { extension }: vscode.ExtensionContext,
  core: () => Promise<Core>,
): vscode.Disposable[] {
  const { contributes } = extension.packageJSON as { contributes: { commands: { command: string }[] } };
  const ids = contributes.commands.map(({ command }) => command).filter((id) => id !== "galley.open");
  return ids.map((id) =>
    vscode.commands.registerCommand(id, (...args: unknown[]) =>
      core()
        .then((loaded) => loaded.run(id, args))
        .catch(reportFault),
    ),
  );
}
