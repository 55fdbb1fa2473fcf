// What the feature edits needs from outside.
import type * as vscode from "vscode";
import type { Store } from "../../persist/database/store.ts";
import type { TurnEvent } from "../../turn/events.ts";

export interface EditsNeeds {
  store: Store;
  log: vscode.LogOutputChannel;
  /** The conversation that the user used last: a command that names none is for it. */
  focusedConversation: () => string;
  /** Sends an event to everything that shows the conversation. */
  tell: (event: TurnEvent) => void;
}
