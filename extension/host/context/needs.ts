// What the feature context needs from outside.
import type * as vscode from "vscode";
import type { KnownPart } from "../../message/part.ts";
import type { Resolved } from "../../message/resolved.ts";
import type { LayerPorts } from "../../turn/request/read-layers.ts";

/** What stands around a conversation besides the files of instructions: who answers there, memories and skills. */
export interface SurroundingsNeeds extends Pick<LayerPorts, "agent" | "render" | "memories" | "skills"> {
  /** Whether a pane shows the conversation. */
  isShown: (sessionId: string) => boolean;
  /** What the meters show has changed. */
  measureAll: () => void;
}

/** The ways into a message. */
export interface MessageNeeds {
  /** Shows and focuses the pane that was used last, and inserts at its cursor. */
  insertAtCaret: (parts: KnownPart[]) => Promise<void>;
  focusedPane: () => FocusedPane;
  /** Rejects with words for the user if the message is not taken. */
  submit: (parts: readonly KnownPart[], sessionId: string) => Promise<unknown>;
  /** Remembers which ignored files the user allows. */
  workspaceState: vscode.Memento;
}

/** The pane that was used last, with the conversation it shows now. */
interface FocusedPane {
  readonly id: string;
  /** At the end of the conversation's draft, whatever the pane shows by then. */
  addToDraft: (parts: readonly KnownPart[]) => Promise<void>;
  /** The focus stays where it is. */
  show: () => Promise<void>;
}

export interface ContextsNeeds {
  /** What was said in another conversation that a message mentions. */
  readConversation: (mention: { name: string; id?: string | undefined }, now: number) => Resolved;
}

export interface ContextNeeds extends SurroundingsNeeds, MessageNeeds, ContextsNeeds {}
