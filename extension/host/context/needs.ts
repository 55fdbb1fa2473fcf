// What the feature context needs from outside.
import type * as vscode from "vscode";
import type { KnownPart } from "../../message/part.ts";
import type { Resolved } from "../../message/resolved.ts";
import type { Store } from "../../persist/database/store.ts";
import type { LayerPorts } from "../../turn/request/read-layers.ts";

/** For the layers of a conversation that are not from files of instructions: its profile, memories, skills and shell. */
export interface SurroundingsNeeds extends Pick<LayerPorts, "agent" | "render" | "memories" | "skills" | "shell"> {
  /** Whether a pane shows the conversation. */
  isShown: (conversationId: string) => boolean;
  /** Updates the meters of all panes. */
  measureAll: () => void;
}

/** To add to a message, and to send one. */
export interface MessageNeeds {
  /** Shows and focuses the pane that the user used last, and inserts at its cursor. */
  insertAtCaret: (parts: KnownPart[]) => Promise<void>;
  focusedPane: () => FocusedPane;
  /** Rejects with words for the user if the message is not accepted. */
  submit: (parts: readonly KnownPart[], conversationId: string) => Promise<unknown>;
  /** Remembers which ignored files the user allows. */
  workspaceState: vscode.Memento;
}

/** The pane that the user used last, with the conversation it shows now. */
interface FocusedPane {
  readonly id: string;
  /** Adds to the end of this conversation's draft, also if the pane shows another conversation by then. */
  addToDraft: (parts: readonly KnownPart[]) => Promise<void>;
  /** Does not move the focus. */
  show: () => Promise<void>;
}

export interface ContextsNeeds {
  /** The files the user works with: open ones first, then the most recently used. */
  recentFiles: () => readonly string[];
  /** The messages of another conversation that a message mentions. */
  readConversation: (mention: { name: string; id?: string | undefined }, now: number) => Resolved;
}

/** Where the attachments of earlier messages are. */
export interface StoredNeeds {
  store: Store;
}

export interface ContextNeeds extends SurroundingsNeeds, MessageNeeds, ContextsNeeds, StoredNeeds {
  /** Automatic context goes with messages, not with commands. */
  isKnownCommand: (id: string) => boolean;
}
