// A pane and the panes of this window, as the parts of a pane and the commands know them.
import type * as vscode from "vscode";
import type { Failure } from "../../message/failure.ts";
import type { KnownPart } from "../../message/part.ts";
import type { Draft } from "../../protocol/draft.ts";
import type { ToWebview } from "../../protocol/to-webview.ts";
import type { Conversation } from "../../turn/conversation/conversation.ts";
import type { PanelPort } from "./panel.ts";

export interface ShownPane {
  /** Of the conversation it shows. */
  readonly id: string;
  readonly conversation: Conversation;
  readonly panel: PanelPort;
  readonly draft: DraftPort;
  post(message: ToWebview): void;
  /** Shows a failure; `sessionId` if the page shows another conversation than the pane knows of. */
  fail(failure: Failure, sessionId?: string): void;
  /** Without a draft: something else has changed that the meter, the Shelf and the inspector show. */
  measure(draft?: Draft): Promise<void>;
}

export interface DraftPort {
  addTo(sessionId: string, parts: readonly KnownPart[], at: "caret" | "end"): Promise<void>;
}

export interface ShownPanes {
  readonly main: ShownPane;
  /** There while a sidecar is open. */
  readonly side: ShownPane | undefined;
  /** The one that was used last and can be seen. */
  readonly focused: ShownPane;
  /** The one that shows the conversation. */
  of(sessionId: string): ShownPane | undefined;
  /** The user is in this one. */
  use(pane: ShownPane): void;
  show(id: string, options?: { replacesDraft?: boolean }): ShownPane;
  openTab(id: string, kept?: vscode.WebviewPanel): ShownPane;
  closeSide(): void;
}
