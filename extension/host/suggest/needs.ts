// What suggestions need from the rest of the window, and from the input that asks for them.
import type * as vscode from "vscode";
import type { ResourcePorts } from "../../mcp/resource-ports.ts";
import type { KnownPart } from "../../message/part.ts";
import type { Resolved } from "../../message/resolved.ts";
import type { ConversationSummary } from "../../message/conversation.ts";
import type { CompleteRequest } from "../../protocol/suggest.ts";
import type { ToWebview } from "../../protocol/to-webview.ts";
import type { Skill } from "../../skills/catalog.ts";
import type { MentionedContext } from "./contexts.ts";
import type { EntityProvider } from "./entities.ts";

export interface SuggestNeeds {
  /** Remembers the files that were used last. */
  workspaceState: vscode.Memento;
  /** The enabled skills, as they were last read. */
  skills: () => readonly Skill[];
  /** Contexts of the editor, by name. */
  contexts: () => readonly MentionedContext[];
  /** Other extensions that have entities to mention. */
  entities: () => readonly EntityProvider[];
  resources: ResourcePorts;
  /** Neither archived ones nor sidecars, the one used last first. */
  conversations: () => readonly ConversationSummary[];
  /** The id of the conversation that was used last. */
  focusedConversation: () => string;
  /** What is typed of a path behind a command; `undefined` for another argument. */
  pathAt: (question: CompleteRequest) => string | undefined;
  /** Suggests values of arguments that are not paths. */
  completeValues: (question: CompleteRequest, post: Asker["post"]) => Promise<void>;
}

/** The pane that asks: it receives the answers, and knows what a part costs there. */
export interface Asker {
  post: (message: ToWebview) => void;
  tokensIn: (part: KnownPart) => Promise<number | undefined>;
  readResource: (server: string, uri: string) => Promise<Resolved>;
}
