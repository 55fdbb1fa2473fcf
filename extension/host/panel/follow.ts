// Panes follow what can be written in them and who answers there: commands, models, profiles, agents and settings.
import * as vscode from "vscode";
import type { ShownAgent } from "../../protocol/conversation.ts";
import { onPanelSettings, panelSettings } from "../settings/settings.ts";
import type { Panes } from "./panes.ts";

export interface FollowNeeds {
  onCommandsChange: vscode.Event<void>;
  /** The user selected another model, or other models can be selected. */
  onModelsChange: vscode.Event<unknown>;
  onProfilesChange: vscode.Event<unknown>;
  shownProfile: (conversation: string) => ShownAgent;
  /** The commands that agents offer are those of these conversations. */
  offerAgentCommands: (conversations: readonly string[]) => void;
  /** A page shows the conversation: its agent, if nothing is known of it yet, is started. */
  meetAgent: (conversation: string) => void;
}

export interface Following extends vscode.Disposable {
  /** A pane shows another conversation, or another model answers in one. */
  agents(): void;
}

export function followAnswerers(panes: Panes, needs: FollowNeeds): Following {
  const agents = (): void => {
    needs.offerAgentCommands(panes.all.map(({ id }) => id));
    for (const { id, panel } of panes.all) if (panel.isOpen) needs.meetAgent(id);
  };
  const tellWhoAnswers = (): void => {
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
    needs.onModelsChange(tellWhoAnswers),
    needs.onProfilesChange(tellWhoAnswers),
    needs.onModelsChange(agents),
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
