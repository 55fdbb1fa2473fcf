// What conversations need from the rest of the window: their store, their turns, and the panes that show them.
import type * as vscode from "vscode";
import type { Failure } from "../../message/failure.ts";
import type { Store } from "../../persist/database/store.ts";
import type { runningConversations } from "../../persist/ownership/lease.ts";
import type { RunState } from "../../protocol/conversation.ts";
import type { Draft } from "../../protocol/draft.ts";
import type { Conversation } from "../../turn/conversation/conversation.ts";
import type { StoragePlace } from "./storage-place.ts";
import type { ConversationsView } from "./conversations-view.ts";

export interface StorageNeeds {
  context: Pick<
    vscode.ExtensionContext,
    "extension" | "extensionPath" | "globalState" | "globalStorageUri" | "storageUri" | "workspaceState"
  >;
  /** Where this workspace's conversations are kept. */
  storage: StoragePlace;
  store: Store;
  log: vscode.LogOutputChannel;
}

export interface TurnNeeds {
  conversation: (id: string) => Conversation;
  /** The conversations in which a turn runs, in this window or another. */
  runningConversations: () => ReturnType<typeof runningConversations>;
  /** `undefined` if no turn runs in the conversation in this window. */
  runState: (id: string) => RunState["state"] | undefined;
  /** Reads the conversation from disk again, unless this window has newer data. */
  reread: (id: string) => void;
  /** Updates the panes and the list after a conversation was changed by something other than its own turn. */
  conversationChanged: (id: string) => void;
  /** Shows in the status bar what turns of other windows do, by conversation. */
  tellElsewhere: (states: ReadonlyMap<string, RunState["state"]>) => void;
  /** Failures before this time are not shown. */
  failedFrom: number;
  /** A branch begins with the model and the profile of its conversation. */
  inherit: (from: string, to: string) => void;
}

export interface PaneNeeds {
  /** The ids of the conversations that panes show. */
  shownConversations: () => string[];
  focusedConversation: () => string;
  mainConversation: () => string;
  /** Shows it in a pane. With `replacesDraft`, the input shows the stored draft. */
  show: (id: string, options: { replacesDraft: boolean }) => void;
  /** Shows it in a pane and makes the pane visible. Does not move the focus. */
  open: (id: string) => Promise<void>;
  /** Focuses the pane that shows it. */
  focus: (id: string) => Promise<void>;
  /** Takes them out of the panes. */
  leave: (ids: readonly string[]) => void;
}

interface ReportNeeds {
  /** Puts a draft back into the input of a pane that shows the conversation. */
  giveBack: (id: string, draft: Draft) => void;
  /** Shows a failure in the pane that the user used last. */
  reportFailure: (failure: Failure) => void;
}

interface ViewNeeds {
  /** The list, which is registered before the features are loaded. */
  view: ConversationsView;
  /** Whether the list, a pane or the Shelf is visible. */
  isLookedAt: () => boolean;
  /** One of them has become visible, or is no longer. */
  onLookedAt: (listener: () => void) => vscode.Disposable;
  /** Reads the pins again: another window may have changed them. */
  rereadPins: () => void;
}

export interface ConversationsNeeds extends StorageNeeds, TurnNeeds, PaneNeeds, ReportNeeds, ViewNeeds {}
