// What the feature edits needs from outside.
import type * as vscode from "vscode";
import type { Store } from "../../persist/database/store.ts";
import type { ToWebview } from "../../protocol/to-webview.ts";

export interface EditsNeeds {
  store: Store;
  log: vscode.LogOutputChannel;
  /** The conversation that was used last: a command that names none is for it. */
  focusedConversation: () => string;
  /** Tells everyone who watches the conversation. */
  tell: (sessionId: string, event: ToWebview) => void;
}
