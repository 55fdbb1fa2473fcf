// The API that other extensions get from `activate()`. It is stable and has a version.
import type { Disposable, Event } from "vscode";
import type { ContextProvider } from "../../acquire/context-provider.ts";
import type { Contributed } from "../../compose/contributed.ts";
import type { Warning } from "../../lower/lowered.ts";
import type { Failure } from "../../message/failure.ts";
import type { Manifest } from "../../message/manifest.ts";
import type { AssistantPart } from "../../message/message.ts";
import type { KnownPart } from "../../message/part.ts";
import type { ConversationSummary as SessionSummary } from "../../message/conversation.ts";
import type {
  ConversationSnapshot,
  RunState,
  ShownEdit,
  ShownMessage,
  ShownQueue,
} from "../../protocol/conversation.ts";
import type { Draft } from "../../protocol/draft.ts";
import type { ContextOffer } from "../../protocol/context-offer.ts";

/** What happens in a conversation. It stays the same when events inside Galley change. */
export interface GalleyEvent {
  /** Rises when a field changes its meaning or goes away. New events and new fields leave it as it is. */
  version: 1;
  session_id: string;
  event: EventOfConversation | EventOfAnswer | EventOfRequest;
}

type EventOfConversation = { session_id: string } & (
  | { type: "run"; run: RunState }
  | { type: "title"; title: string }
  | { type: "queue"; queue: ShownQueue }
  | { type: "message"; message: ShownMessage }
  | { type: "preparing"; words: string }
  | { type: "returned"; draft: Draft; replaces?: boolean }
  /** A failure with the code `notice` is something to know: nothing went wrong. */
  | { type: "failure"; failure: Failure }
  /** The contexts that offer themselves for the unsent message. */
  | { type: "ghosts"; ghosts: ContextOffer[] }
);

type EventOfAnswer = { session_id: string; message_id: string } & (
  | { type: "delta"; part: number; kind: "text" | "reasoning"; text: string }
  | { type: "part"; index: number; part: AssistantPart }
  | { type: "progress"; call_id: string; words: string }
  | { type: "edits"; edits: ShownEdit[] }
);

/**
 * A request of a turn is built: what it contains and costs, and what was left out and why, before it is sent or refused.
 * Lists have at most 200 entries and texts at most 500 characters.
 */
interface EventOfRequest {
  type: "manifest";
  session_id: string;
  /** The message of the user that the request is for. */
  message_id: string;
  /** 1 for the first request of a turn; one more for each that follows tool calls. */
  round: number;
  /** Layers, history, pins and task are those of the first request, which later ones repeat. */
  manifest: Manifest;
}

/** Text that is pinned in every conversation while it is registered. */
interface PinProvider {
  readonly title: string;
  /** Called at every send. `undefined` leaves the pin out this time. An error is shown in the Shelf, and the message is sent. */
  provide(): string | undefined | Thenable<string | undefined>;
  readonly onDidChange?: Event<void>;
}

interface SubmitOptions {
  sessionId?: string;
  /**
   * Puts the message into the queue, and holds the queue until the user resumes it: it is never sent by itself. Without
   * a `sessionId`, into a new conversation.
   */
  held?: boolean;
  /** The name that the user sees beside a held message. */
  from?: string;
}

export interface GalleyApi {
  readonly apiVersion: 1;
  sessions(): Promise<SessionSummary[]>;
  /** What a pane shows of a conversation: without an id, of the one in the main pane. */
  snapshot(sessionId?: string): Promise<ConversationSnapshot>;
  /** Adds to the draft of the conversation in the main pane. */
  addParts(parts: KnownPart[], at?: "caret" | "end"): Promise<void>;
  /**
   * Resolves when the message is on disk. Rejects with words for the user if the message is not accepted. A command that
   * Galley carries out itself leaves no message: its `messageId` is empty. Context that the user's policy always sends
   * goes along as with a typed message, behind the given parts, unless they contain it; context that asks does not.
   */
  submit(parts: KnownPart[], options?: SubmitOptions): Promise<{ messageId: string; queued: boolean }>;
  /** What would be sent, automatic context included: of `submit` with these parts or, without parts, of the draft. */
  preview(parts?: KnownPart[]): Promise<{ request: unknown; manifest: Manifest; warnings: Warning[] }>;
  /** Adds an @mention, until it is disposed of. */
  registerContext(kind: string, provider: ContextProvider): Disposable;
  /** Adds a pin that is read at every send and shown under Automatic in the Shelf. */
  registerPin(id: string, provider: PinProvider): Disposable;
  /**
   * Adds a /command, until it is disposed of. A command that has the name already hides the new one. If `run` is a
   * function, it gets the arguments when a message with the command is sent, and has 30 seconds to return the parts that
   * replace the command: at most 50, without commands. If it throws, the message is not sent.
   */
  registerCommand(command: Contributed): Disposable;
  readonly onEvent: Event<GalleyEvent>;
}
