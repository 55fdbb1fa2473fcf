// What MCP servers need from the rest of the window.
import type * as vscode from "vscode";
import type { Sampled, SamplingWanted } from "../../mcp/answering.ts";
import type { Model } from "../../message/model.ts";
import type { Secrets } from "../../message/secrets/secrets.ts";
import type { Store } from "../../persist/database/store.ts";
import type { Ask, Reply } from "../../protocol/ask.ts";

export interface McpNeeds {
  /** Keeps consent, input values and sign-ins, and knows Galley's version. */
  context: Pick<vscode.ExtensionContext, "secrets" | "workspaceState" | "storageUri" | "extension">;
  /** Tells which tools a conversation has found. */
  store: Store;
  log: vscode.LogOutputChannel;
  /** Values that no log shows. */
  secrets: Secrets;
  /** Updates what every pane shows about its next request. */
  measureAll: () => Promise<void>;
}

/** What the answers to servers need, which ask while one of their tools runs. */
export interface AnswerNeeds {
  /** Shows a card in the turn of a conversation. `undefined` when the turn is stopped, or none runs here. */
  ask: (conversation: string, question: Ask, signal: AbortSignal) => Promise<Reply | undefined>;
  /** The model that answers in a conversation. */
  model: (conversation: string) => Model;
  /** The id of the conversation that was used last. */
  focusedConversation: () => string;
  /** Asks the model of a conversation beside its turns. Never rejects. */
  sample: (conversation: string, wanted: SamplingWanted, signal: AbortSignal) => Promise<Sampled>;
}
