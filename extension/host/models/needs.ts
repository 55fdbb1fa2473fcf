// The ports of the feature models.
import type * as vscode from "vscode";
import type { Model } from "../../message/model.ts";
import type { Secrets } from "../../message/secrets/secrets.ts";
import type { Store } from "../../persist/database/store.ts";

export interface ProvidersNeeds {
  /** Where VS Code keeps the keys. */
  secretStorage: vscode.SecretStorage;
  /** Values that must not appear in any log or journal of this window. */
  hidden: Secrets;
  log: vscode.LogOutputChannel;
}

export interface KnownModelsNeeds {
  globalState: vscode.Memento;
  /** Earlier versions kept the models of conversations in it. */
  workspaceState: vscode.Memento;
  store: Store;
  /** The model that stands for an ACP agent, by the agent's id. */
  agentModel: (id: string) => Model;
  /** Whether Galley may look for servers on this machine that the user has not set up: the workspace is trusted. */
  mayLookForServers: () => boolean;
}

export interface PickerNeeds {
  /** The id of the conversation that the user used last. */
  focusedConversation: () => string;
  /** Whether the pane for sidecars shows it now. */
  isInSidecarPane: (conversation: string) => boolean;
  /** Shows the pane that was used last, with the focus in its input, if no pane is visible. */
  showPane: () => Promise<void>;
  /** The group of ACP agents in the list of models. */
  agentItems: (conversation: string) => Promise<ModelItem[]>;
}

/** An entry of the list of models; `run` selects it, and resolves to `true` if it set up a provider. */
export type ModelItem = vscode.QuickPickItem & { run?: () => unknown };

export interface ModelsNeeds extends ProvidersNeeds, KnownModelsNeeds, PickerNeeds {}
