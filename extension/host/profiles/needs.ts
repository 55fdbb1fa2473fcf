// The ports of the feature profiles.
import type * as vscode from "vscode";
import type { Model } from "../../message/model.ts";
import type { Store } from "../../persist/database/store.ts";

export interface ProfilesNeeds {
  extensionUri: vscode.Uri;
  /** Earlier versions kept the agreed profiles of conversations in it. */
  workspaceState: vscode.Memento;
  store: Store;
  log: vscode.LogOutputChannel;
  /** The id of the conversation that the user used last. */
  focusedConversation: () => string;
  /** The model that the user chose for a conversation. */
  chosenModel: (conversation: string) => Model;
  /** By `provider/model`. */
  modelNamed: (name: string) => Model;
  /** Lists the models of other extensions, because a profile may name one. */
  findModelsOfExtensions: () => Promise<unknown>;
}
