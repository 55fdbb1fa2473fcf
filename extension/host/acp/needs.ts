// What ACP agents need from the rest of the window.
import type * as vscode from "vscode";
import type { Failure } from "../../message/failure.ts";
import type { Model } from "../../message/model.ts";
import type { Notice } from "../../message/notice.ts";
import type { Store } from "../../persist/database/store.ts";
import type { Journal } from "../../send/line/journal.ts";
import type { Rule } from "../../tools/rules/rules.ts";
import type { KnownServer } from "../../acp/window/agent-servers.ts";
import type { AgentWorld } from "../../acp/services/agent-services.ts";

/** To run agents. */
export interface AgentNeeds {
  /** Remembers what agents said of themselves, and knows Galley's version. */
  context: Pick<vscode.ExtensionContext, "globalState" | "extension">;
  log: vscode.LogOutputChannel;
  journal: Journal;
  store: Store;
  newMessageId: () => string;
  /** The model that answers in a conversation. */
  model: (conversation: string) => Model;
  /** Shows a notice in a conversation. */
  notify: (conversation: string, notice: Notice) => void;
  /** The files and the shell that agents work with. */
  world: Pick<AgentWorld, "shell" | "tools" | "locate" | "text" | "record">;
  attachmentsFolder: () => string;
  /** The MCP servers of this window. Never rejects, and waits for none of them. */
  knownServers: () => Promise<readonly KnownServer[]>;
  /** Whether a turn runs in a conversation, in this window or another. */
  isRunning: (conversation: string) => boolean;
}

/** To give agents Galley's memories and skills. */
export interface AccessNeeds {
  extensionPath: string;
  /** Where the conversations of this workspace are. */
  storage: { folder: string };
  /** The folder that holds the user's memories. */
  userStorage: vscode.Uri;
  log: vscode.LogOutputChannel;
  /** The names of the skills that are disabled here. */
  offSkills: () => readonly string[];
  /** Fires when a skill is enabled, disabled or permitted. */
  onSkillsChange: vscode.Event<void>;
  /** The rules that hold in every conversation. */
  rules: () => readonly Rule[];
}

/** To carry out what the user selects about agents. */
export interface AgentChoiceNeeds {
  store: Store;
  /** The id of the conversation that the user used last. */
  focusedConversation: () => string;
  /** The model that the user has selected for a conversation. */
  selectedModel: (conversation: string) => Model;
  selectModel: (conversation: string, model: Model) => Promise<void>;
  openConversation: (id: string) => Promise<void>;
  renameConversation: (id: string, title: string) => void;
  /** Updates the panes and the list after a conversation was changed by something other than its own turn. */
  conversationChanged: (id: string) => void;
  reportFailure: (failure: Failure) => void;
}
