// What models need from the window they are in: for the way to providers, for what is known of models, for their list.
import type * as vscode from "vscode";
import type { Model } from "../../message/model.ts";
import type { Secrets } from "../../message/secrets.ts";
import type { Store } from "../../persist/database/store.ts";

export interface ProvidersNeeds {
  /** Where VS Code keeps the keys. */
  secretStorage: vscode.SecretStorage;
  /** Values that stand in no log and in no journal of this window. */
  hidden: Secrets;
  log: vscode.LogOutputChannel;
}

export interface KnownModelsNeeds {
  globalState: vscode.Memento;
  workspaceState: vscode.Memento;
  store: Store;
  /** The model that stands for an ACP agent, by the agent's id. */
  agentModel: (id: string) => Model;
}

export interface PickerNeeds {
  /** The id of the conversation that the user used last. */
  focusedConversation: () => string;
  /** Whether the pane for sidecars shows it now. */
  isInSidecarPane: (conversation: string) => boolean;
  /** The group of ACP agents in the list of models. */
  agentItems: (conversation: string) => Promise<ModelItem[]>;
}

/** A line of the list of models, and what selecting it does. */
export type ModelItem = vscode.QuickPickItem & { run?: () => unknown };

export interface ModelsNeeds extends ProvidersNeeds, KnownModelsNeeds, PickerNeeds {}
