// Registers the commands of package.json: each loads the features, which handle it.
import * as vscode from "vscode";
import { reportFault } from "./window/report-fault.ts";

interface Features {
  run: (command: string, args: readonly unknown[]) => unknown;
}

export function registerCommands(
  { extension }: vscode.ExtensionContext,
  features: () => Promise<Features>,
): vscode.Disposable[] {
  const { contributes } = extension.packageJSON as { contributes: { commands: { command: string }[] } };
  const ids = contributes.commands.map(({ command }) => command).filter((id) => id !== "galley.open");
  return ids.map((id) =>
    vscode.commands.registerCommand(id, (...args: unknown[]) =>
      features()
        .then((loaded) => loaded.run(id, args))
        .catch(reportFault),
    ),
  );
}
