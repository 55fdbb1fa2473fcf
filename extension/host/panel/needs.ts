// The ports of the feature panel: one interface for each class or group of functions.
import type * as vscode from "vscode";
import type { FoundContext } from "../../acquire/automatic.ts";
import type { Policy } from "../../acquire/policy.ts";
import type { Catalog } from "../../compose/catalog.ts";
import type { Model } from "../../message/model.ts";
import type { KnownPart } from "../../message/part.ts";
import type { Resolved } from "../../message/resolved.ts";
import type { ConversationSummary } from "../../message/conversation.ts";
import type { Store } from "../../persist/database/store.ts";
import type { KnownMeasures } from "../../preview/known-measures.ts";
import type { MeasuredPin } from "../../preview/measured-pin.ts";
import type { measureDraft } from "../../preview/meter.ts";
import type { CommandSpec } from "../../protocol/catalog.ts";
import type { Draft, Measure } from "../../protocol/draft.ts";
import type { Expansion } from "../../protocol/expansion.ts";
import type { ContextOffer } from "../../protocol/context-offer.ts";
import type { CompleteRequest, SuggestRequest } from "../../protocol/suggest.ts";
import type { ToHost } from "../../protocol/to-host.ts";
import type { ToWebview } from "../../protocol/to-webview.ts";
import type { Conversation } from "../../turn/conversation/conversation.ts";

export interface ConversationNeeds {
  store: Store;
  conversation: (id: string) => Conversation;
}

export interface DraftMeterNeeds {
  /** What the command of a draft would do; `null` if the draft gives none. */
  expand: (conversationId: string, parts: readonly KnownPart[]) => Promise<Expansion | null>;
  measureDraft: (
    conversationId: string,
    parts: readonly KnownPart[],
    known: KnownMeasures,
  ) => ReturnType<typeof measureDraft>;
  /** The project's instructions as last read for the conversation. */
  instructions: (conversationId: string) => readonly unknown[];
  showOnShelf: (
    pins: readonly MeasuredPin[],
    parts: readonly KnownPart[],
    measures: readonly Measure[],
  ) => Promise<void>;
  /** The next request has changed. */
  requestChanged: () => void;
}

/** Reads and measures automatic context. */
export interface ContextOffersNeeds {
  /** The names of the contexts that may be automatic. */
  automaticNames: () => readonly string[];
  /** The contexts that may go with a draft, without what it contains already. */
  findAutomatic: (draft: readonly KnownPart[]) => Promise<FoundContext[]>;
  choosePolicy: (name: string, policy: Policy) => void;
  onAutomaticChange: vscode.Event<void>;
  tokensIn: (conversationId: string, parts: readonly KnownPart[]) => Promise<number>;
  /** Whether the inspector shows the next request. */
  isRequestShown: () => boolean;
  /** Tells other extensions which context is offered for the unsent message. */
  tellOffers: (conversationId: string, offers: ContextOffer[]) => void;
}

export interface DraftAdditionsNeeds {
  store: Store;
  pin: (parts: readonly KnownPart[], title?: string) => void;
  /** The lines that a pasted text was copied from, if known. */
  findSource: (text: string) => KnownPart | undefined;
}

/** The pane that asks for suggestions: gets the answers, and knows the cost of a part. */
export interface Asker {
  post: (message: ToWebview) => void;
  tokensIn: (part: KnownPart) => Promise<number | undefined>;
  readResource: (server: string, uri: string) => Promise<Resolved>;
}

interface SuggestNeeds {
  /** Prepares for the first question. */
  warmSuggestions: () => void;
  suggest: (question: SuggestRequest, asker: Asker) => void;
  peek: (key: string, part: KnownPart, asker: Asker) => Promise<void>;
  /** Suggests values for an argument of a command. */
  complete: (question: CompleteRequest, answer: (message: ToWebview) => void) => Promise<void>;
  suggestionChosen: (part: KnownPart) => void;
}

export interface OpenNeeds {
  store: Store;
  catalog: () => Catalog;
  openSkill: (name: string) => Promise<void>;
  openResource: (server: string, uri: string) => Promise<void>;
}

export interface SidecarNeeds extends ConversationNeeds {
  /** The second conversation answers with the model and the profile of the first. */
  inherit: (from: string, to: string) => void;
  /** Updates everything that shows the conversation. Call it for a change that its own turn did not make. */
  conversationChanged: (id: string, options?: { replacesDraft?: boolean }) => void;
}

interface NamedMessage {
  session_id: string;
  message_id: string;
}

export interface MessageActionNeeds extends SidecarNeeds {
  newConversationId: () => string;
  rewind: (to: NamedMessage) => Promise<void>;
  branch: (from: NamedMessage) => Promise<unknown>;
  showSentRequest: (of: NamedMessage) => Promise<void>;
  /** Shows what was sent for a message beside what would be sent now. */
  showReplay: (of: NamedMessage) => Promise<void>;
}

export interface RequestNeeds extends MessageActionNeeds, OpenNeeds {
  actOnEdits: (message: Extract<ToHost, { type: "edits" }>) => Promise<void>;
  actOnCode: (message: Extract<ToHost, { type: "code" }>) => Promise<void>;
  pin: (parts: readonly KnownPart[], title?: string) => void;
  unpin: (ids: readonly string[]) => void;
  suggestionChosen: (part: KnownPart) => void;
}

export interface BridgeNeeds extends RequestNeeds, SuggestNeeds {
  /** The user writes a message: loads what sending it to the model of the conversation needs. */
  prepareToSend: (conversationId: string) => void;
  log: vscode.LogOutputChannel;
  /** Remembers which ignored files the user allows. */
  workspaceState: vscode.Memento;
  /** A page shows the conversation: starts its agent, if nothing is known of it yet. */
  meetAgent: (conversationId: string) => void;
  /** A draft begins a command: starts the servers and the agent that may offer it. */
  findCommands: (conversationId: string) => void;
  /** Runs the action that a held draft gives, if it gives one. `failed` gets the error of an action that still runs. */
  carryOut: (
    conversationId: string,
    draft: Draft,
    failed: (error: unknown) => void,
  ) => Promise<"done" | "none" | "not-confirmed">;
}

export interface PaneNeeds extends DraftMeterNeeds, ContextOffersNeeds, DraftAdditionsNeeds, BridgeNeeds {
  readResource: (server: string, uri: string) => Promise<Resolved>;
  /** The commands of the conversation, as its list shows them. */
  commandSpecs: (conversationId: string) => CommandSpec[];
}

/** The ports of the whole feature. */
export interface PanelNeeds extends PaneNeeds {
  extensionUri: vscode.Uri;
  /** The latest first, without sidecars and archived conversations. */
  usualConversations: () => ConversationSummary[];
  /** Updates the list of conversations if it has changed. */
  updateList: () => void;
  /** Whether a turn is under way, in this window or another. */
  isRunning: (conversationId: string) => boolean;
  /** The model that answers in the conversation. */
  model: (conversationId: string) => Model;
}
