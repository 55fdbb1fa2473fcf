// What the Shelf needs from the window it is in: what it shows, and the message that is being written.
import type * as vscode from "vscode";
import type { KnownPart } from "../../message/part.ts";
import type { Store } from "../../persist/database/store.ts";
import type { Incoming } from "../files/incoming.ts";
import type { RegisteredPins } from "./registered-pins.ts";
import type { ShelfView } from "./view.ts";

/** Parts of the Shelf that are registered before the features are loaded. */
export interface EarlyShelf {
  view: ShelfView;
  registered: RegisteredPins;
}

export interface ContentsNeeds {
  store: Store;
  /** The id of the conversation that the user used last: the Shelf is about this one. */
  focusedConversation: () => string;
  hasSeveralPanes: () => boolean;
  /** Measures the drafts of all panes again; the result of the focused one is passed to `show`. */
  measureAll: () => Promise<void>;
  /** Updates every pane and list that shows the conversation. */
  conversationChanged: (conversation: string) => void;
  /** The project's files of instructions, as last read for a conversation. */
  instructions: (conversation: string) => readonly { path: string; tokens: number }[];
  /** Replaces the followed resources: a change of one of them measures again. */
  followResources: (resources: readonly { server: string; uri: string }[]) => void;
}

export interface MessageNeeds {
  /** The unsent message of the pane that was used last. */
  focusedMessage: () => UnsentMessage;
  /** Opens what a chip stands for. Rejects with a message for the user if it is missing. */
  openPart: (part: KnownPart) => Promise<void>;
}

/** The ways into and out of the message that is being written in one pane. */
export interface UnsentMessage {
  /** At the cursor; focuses the panel. Rejects with what could not be added. */
  addFiles: (uris: readonly vscode.Uri[]) => Promise<void>;
  /** At the end. Rejects with the problems, if there are any. */
  addDropped: (taken: Incoming) => Promise<void>;
  /** At the end. */
  addParts: (parts: readonly KnownPart[]) => Promise<void>;
  /** Of equal parts, removes the one that has `nth` others before it. */
  removePart: (part: KnownPart, nth: number) => void;
}

export interface ShelfNeeds extends EarlyShelf, ContentsNeeds, MessageNeeds {}
