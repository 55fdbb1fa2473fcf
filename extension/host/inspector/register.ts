// The inspector of a window: its tab and its commands.
import type * as vscode from "vscode";
import type { CommandHandlers } from "../window/command-handlers.ts";
import { showNext, showTurn } from "./inspect-commands.ts";
import { InspectorTab } from "./inspector-tab.ts";
import type { InspectorNeeds } from "./needs.ts";

export interface Inspector extends vscode.Disposable {
  readonly commands: CommandHandlers;
  /** Call it when the draft, the pins, the model or the conversation changed. */
  changed(): void;
  /** Shows what was sent for a message. If `named` names none, the user selects one. */
  showTurn(named: unknown): Promise<void>;
}

export function registerInspector(needs: InspectorNeeds): Inspector {
  const tab = new InspectorTab(needs.extensionUri, needs.log);
  return {
    commands: {
      "galley.inspectNext": () => showNext(needs, tab),
      "galley.inspectTurn": (named) => showTurn(needs, tab, named),
    },
    changed: () => tab.changed(),
    showTurn: (named) => showTurn(needs, tab, named),
    dispose: () => tab.dispose(),
  };
}
