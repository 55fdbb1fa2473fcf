// What conversations need from the window they are in: where they are stored, what runs in them, and who shows them.
import type * as vscode from "vscode";
import type { Failure } from "../../message/failure.ts";
import type { Store } from "../../persist/database/store.ts";
import type { runningSessions } from "../../persist/lease.ts";
import type { RunState } from "../../protocol/conversation.ts";
import type { Draft } from "../../protocol/draft.ts";
import type { Conversation } from "../../turn/conversation/conversation.ts";
import type { SessionsView } from "./sessions-view.ts";

export interface StorageNeeds {
  context: Pick<
    vscode.ExtensionContext,
    "extension" | "extensionPath" | "globalStorageUri" | "storageUri" | "workspaceState"
  >;
  store: Store;
  log: vscode.LogOutputChannel;
}

export interface TurnNeeds {
  conversation: (id: string) => Conversation;
  /** Those with a turn under way, in this window or another. */
  runningConversations: () => ReturnType<typeof runningSessions>;
  /** What a conversation of this window does now; `undefined` while it does nothing. */
  runState: (id: string) => RunState["state"] | undefined;
  /** What is on disk counts again, unless this window is ahead of it. */
  reread: (id: string) => void;
  /** Updates all that show a conversation, after something other than its own turn changed it. */
  conversationChanged: (id: string) => void;
  /** A branch begins with the model and the profile of its conversation. */
  inherit: (from: string, to: string) => Promise<void>;
}

export interface PaneNeeds {
  /** The ids of the conversations that panes show. */
  shownConversations: () => string[];
  focusedConversation: () => string;
  mainConversation: () => string;
  /** A pane shows it from now on; its input too has what is stored, if `replacesDraft`. */
  show: (id: string, options: { replacesDraft: boolean }) => void;
  /** A pane shows it, and can be seen; the focus stays where it is. */
  open: (id: string) => Promise<void>;
  /** The focus goes to the pane that shows it. */
  focus: (id: string) => Promise<void>;
  /** No pane shows them any longer. */
  leave: (ids: readonly string[]) => void;
}

interface TellNeeds {
  /** The input of a pane that shows the conversation gets this draft back. */
  giveBack: (id: string, draft: Draft) => void;
  /** Tells the user where the user looks. */
  reportFailure: (failure: Failure) => void;
}

interface ViewNeeds {
  /** The list, which is registered before all else is loaded. */
  view: SessionsView;
  /** Whether a pane or the Shelf can be seen. */
  isLookedAt: () => boolean;
  /** Another window may have pinned or unpinned. */
  rereadPins: () => void;
}

export interface ConversationsNeeds extends StorageNeeds, TurnNeeds, PaneNeeds, TellNeeds, ViewNeeds {}
