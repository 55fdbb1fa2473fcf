// What profiles need from the window they are in.
import type * as vscode from "vscode";
import type { Model } from "../../message/model.ts";
import type { Store } from "../../persist/database/store.ts";

export interface ProfilesNeeds {
  extensionUri: vscode.Uri;
  workspaceState: vscode.Memento;
  store: Store;
  log: vscode.LogOutputChannel;
  /** The id of the conversation that the user used last. */
  focusedConversation: () => string;
  /** The model that the user chose for a conversation. */
  chosenModel: (conversation: string) => Model;
  /** By `provider/model`. */
  modelNamed: (name: string) => Model;
  /** A profile may name a model of another extension, which is not looked for before. */
  findModelsOfExtensions: () => Promise<unknown>;
}
