// The extension API other extensions get from `activate()`; stable, versioned.
import type { Disposable, Event } from "vscode";
import type { ContextProvider } from "../../acquire/context-provider.ts";
import type { Contributed } from "../../compose/contributed.ts";
import type { Warning } from "../../lower/lowered.ts";
import type { Manifest } from "../../message/manifest.ts";
import type { KnownPart } from "../../message/part.ts";
import type { SessionSummary } from "../../message/session.ts";
import type { ConversationSnapshot } from "../../protocol/conversation.ts";
import type { ToWebview } from "../../protocol/to-webview.ts";

export interface GalleyEvent {
  session_id: string;
  event: ToWebview;
}

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
