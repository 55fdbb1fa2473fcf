// The extension API other extensions get from `activate()`; stable, versioned.
import type { Disposable, Event } from "vscode";
import type { ContextProvider } from "../../acquire/context-provider.ts";
import type { Contributed } from "../../compose/contributed.ts";
import type { Warning } from "../../lower/lowered.ts";
import type { Failure } from "../../message/failure.ts";
import type { Manifest } from "../../message/manifest.ts";
import type { AssistantPart } from "../../message/message.ts";
import type { KnownPart } from "../../message/part.ts";
import type { SessionSummary } from "../../message/session.ts";
import type {
  ConversationSnapshot,
  RunState,
  ShownEdit,
  ShownMessage,
  ShownQueue,
} from "../../protocol/conversation.ts";
import type { Draft } from "../../protocol/draft.ts";
import type { Ghost } from "../../protocol/ghost.ts";

/** What happens in a conversation: a promise of its own, which follows no inner change. */
export interface GalleyEvent {
  /** Rises when a field changes its meaning or goes away. New events and new fields leave it as it is. */
  version: 1;
  session_id: string;
  event: EventOfConversation | EventOfAnswer;
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
  | { type: "ghosts"; ghosts: Ghost[] }
);

type EventOfAnswer = { session_id: string; message_id: string } & (
  | { type: "delta"; part: number; kind: "text" | "reasoning"; text: string }
  | { type: "part"; index: number; part: AssistantPart }
  | { type: "progress"; call_id: string; words: string }
  | { type: "edits"; edits: ShownEdit[] }
);

/** Text that is pinned in every conversation while it is registered. */
interface PinProvider {
  readonly title: string;
  /** Asked at every send. Nothing leaves it out this time; what is thrown is shown in the Shelf, and the message still goes. */
  provide(): string | undefined | Thenable<string | undefined>;
  readonly onDidChange?: Event<void>;
}

export interface GalleyApi {
  readonly apiVersion: 1;
  sessions(): Promise<SessionSummary[]>;
  /** What a pane shows of a session: the one in the main pane if none is named. */
  snapshot(sessionId?: string): Promise<ConversationSnapshot>;
  /** Into the draft of the session in the main pane. */
  addParts(parts: KnownPart[], at?: "caret" | "end"): Promise<void>;
  /**
   * Resolves when the message is on disk; rejects with words when it is not taken. A command that Galley carries out
   * itself leaves no message: its `messageId` is empty.
   */
  submit(parts: KnownPart[], options?: { sessionId?: string }): Promise<{ messageId: string; queued: boolean }>;
  /** What would be sent: for the draft if no parts are given. */
  preview(parts?: KnownPart[]): Promise<{ request: unknown; manifest: Manifest; warnings: Warning[] }>;
  /** A new @mention, until it is disposed of. */
  registerContext(kind: string, provider: ContextProvider): Disposable;
  /** Refreshed at every send, shown under Automatic in the Shelf. */
  registerPin(id: string, provider: PinProvider): Disposable;
  /** A new /command, until it is disposed of. One of a name that is taken is hidden by the one that has it. */
  registerCommand(command: Contributed): Disposable;
  readonly onEvent: Event<GalleyEvent>;
}
