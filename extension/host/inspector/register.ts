// The inspector of a window: its tab and its commands.
import type * as vscode from "vscode";
import type { Inspected } from "../../preview/inspect.ts";
import type { CommandHandlers } from "../window/command-handlers.ts";
import { showNext, showReplay, showTurn } from "./inspect-commands.ts";
import { InspectorTab } from "./inspector-tab.ts";
import type { InspectorNeeds } from "./needs.ts";
import { ReplayDocuments } from "./replay-documents.ts";

export interface Inspector extends vscode.Disposable {
  readonly commands: CommandHandlers;
  /** Whether the request that would be sent now is in sight. */
  isNextShown(): boolean;
  /** Call it when the draft, the pins, the model or the conversation changed. */
  changed(): void;
  /** Shows what was sent for a message. If `named` names none, the user selects one. */
  showTurn(named: unknown): Promise<void>;
  /** Shows a request that belongs to no conversation. */
  showRequest(title: string, look: () => Promise<Inspected>): void;
  /** Shows what was sent for a message beside what would be sent now. */
  showReplay(named: unknown): Promise<void>;
}

export function registerInspector(needs: InspectorNeeds): Inspector {
  const documents = new ReplayDocuments();
  const replay = (named: unknown): Promise<void> => showReplay(needs, documents, named);
  const tab = new InspectorTab(needs.extensionUri, needs.log, replay);
  return {
    commands: {
      "galley.inspectNext": () => showNext(needs, tab),
      "galley.inspectTurn": (named) => showTurn(needs, tab, named),
      "galley.replay": replay,
    },
    isNextShown: () => tab.isNextShown,
    changed: () => tab.changed(),
    showTurn: (named) => showTurn(needs, tab, named),
    showReplay: replay,
    showRequest: (title, look) => {
      tab.show(title, look, { isLive: false });
    },
    dispose: () => {
      tab.dispose();
      documents.dispose();
    },
  };
}
