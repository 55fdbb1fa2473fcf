// Updates the panes when commands, models, profiles, agents or settings change.
import * as vscode from "vscode";
import type { ShownProfile } from "../../protocol/conversation.ts";
import { onPanelSettings, panelSettings } from "../settings/settings.ts";
import { followOpenEditor } from "./open-editor.ts";
import type { Panes } from "./panes.ts";

export interface FollowNeeds {
  onCommandsChange: vscode.Event<void>;
  /** The user selected another model, or other models can be selected. */
  onModelsChange: vscode.Event<unknown>;
  onProfilesChange: vscode.Event<unknown>;
  shownProfile: (conversation: string) => ShownProfile;
  /** Offers the agents' commands of these conversations. */
  offerAgentCommands: (conversations: readonly string[]) => void;
  /** A page shows the conversation: starts its agent, if nothing is known of it yet. */
  meetAgent: (conversation: string) => void;
}

export interface Following extends vscode.Disposable {
  /** A pane shows another conversation, or another model answers in one. */
  agents(): void;
}

export function followChanges(panes: Panes, needs: FollowNeeds): Following {
  const agents = (): void => {
    needs.offerAgentCommands(panes.all.map(({ id }) => id));
    for (const { id, panel } of panes.all) if (panel.isOpen) needs.meetAgent(id);
  };
  const tellModelAndProfile = (): void => {
    for (const pane of panes.all) {
      const session_id = pane.id;
      pane.post({ type: "model", session_id, model: pane.conversation.shownModel() });
      pane.post({ type: "agent", session_id, agent: needs.shownProfile(session_id) });
    }
    panes.updateKeys();
    void panes.measure();
  };
  const listening = vscode.Disposable.from(
    needs.onCommandsChange(() => {
      for (const pane of panes.all) pane.tellCommands();
      void panes.measure();
    }),
    needs.onModelsChange(tellModelAndProfile),
    needs.onProfilesChange(tellModelAndProfile),
    needs.onModelsChange(agents),
    followOpenEditor((editor) => {
      for (const pane of panes.all) pane.post({ type: "open-editor", editor });
    }),
    onPanelSettings(() => {
      for (const pane of panes.all) pane.post({ type: "settings", settings: panelSettings() });
    }),
  );
  return {
    agents,
    dispose: () => {
      listening.dispose();
    },
  };
}
