// The interfaces of a pane and of the window's panes, for the commands and for the parts of a pane.
import type * as vscode from "vscode";
import type { Failure } from "../../message/failure.ts";
import type { KnownPart } from "../../message/part.ts";
import type { Draft } from "../../protocol/draft.ts";
import type { ToWebview } from "../../protocol/to-webview.ts";
import type { Conversation } from "../../turn/conversation/conversation.ts";
import type { PanelPort } from "./panel.ts";

export interface ShownPane {
  /** The id of the conversation that the pane shows. */
  readonly id: string;
  readonly conversation: Conversation;
  readonly panel: PanelPort;
  readonly draft: DraftPort;
  post(message: ToWebview): void;
  /** Shows a failure. `conversationId`: the conversation that the page shows, if it differs from the pane's. */
  fail(failure: Failure, conversationId?: string): void;
  /** Without a draft, reads everything again: a file, a pin or a setting has changed. */
  measure(draft?: Draft): Promise<void>;
}

export interface DraftPort {
  addTo(conversationId: string, parts: readonly KnownPart[], at: "caret" | "end"): Promise<void>;
}

export interface ShownPanes {
  readonly main: ShownPane;
  /** Whether the main pane is high enough to share its height with a sidecar. */
  hasRoom: boolean;
  /** The pane or the tab of a sidecar: the one that was used last, if there are several. */
  readonly sidecar: ShownPane | undefined;
  /** The pane that was used last, if it is visible; otherwise the main pane. */
  readonly focused: ShownPane;
  /** The pane that shows the conversation. */
  of(conversationId: string): ShownPane | undefined;
  /** The user is in this pane. */
  use(pane: ShownPane): void;
  show(id: string, options?: { replacesDraft?: boolean }): ShownPane;
  openTab(id: string, kept?: vscode.WebviewPanel): ShownPane;
  /** Closes the pane or the tab of a sidecar. The sidecar stays in the list of conversations. */
  close(pane: ShownPane): void;
}
