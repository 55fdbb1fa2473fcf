// What memories need from the rest of the window.
import type * as vscode from "vscode";
import type { Failure } from "../../message/failure.ts";
import type { Draft } from "../../protocol/draft.ts";
import type { Conversation } from "../../turn/conversation/conversation.ts";

export interface MemoryNeeds {
  /** The folder that holds the user's memories. */
  userStorage: vscode.Uri;
  conversation: (id: string) => Conversation;
  /** The id of the conversation that was used last. */
  focusedConversation: () => string;
  /** Puts a draft back into the input that shows the conversation, if one does. */
  giveBack: (conversation: string, draft: Draft) => void;
  reportFailure: (failure: Failure) => void;
  /** Updates what every pane shows about its next request. */
  measureAll: () => Promise<void>;
}
