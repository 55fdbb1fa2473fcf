// The feature panel: the panes of this window, each a webview and the conversation it shows.
import type * as vscode from "vscode";
import type { KnownPart } from "../../message/part.ts";
import type { CommandHandlers } from "../window/command-handlers.ts";
import { panelCommands } from "./commands.ts";
import type { PanelNeeds } from "./needs.ts";
import { openPart } from "./open-part.ts";
import { Panes, type Panels } from "./panes.ts";

export interface PanelFeature extends vscode.Disposable {
  readonly commands: CommandHandlers;
  readonly panes: Panes;
  /** Opens what a chip refers to. Rejects with a message for the user if it is missing. */
  openPart(part: KnownPart): Promise<void>;
}

export function registerPanel(needs: PanelNeeds, panels: Panels): PanelFeature {
  const panes = new Panes(needs, panels);
  return {
    commands: panelCommands(needs, panes),
    panes,
    openPart: (part) => openPart(needs, part),
    dispose: () => {
      panes.dispose();
    },
  };
}
