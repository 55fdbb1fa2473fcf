// What the feature tools needs from outside.
import type * as vscode from "vscode";
import type { UserMessage } from "../../message/message.ts";
import type { Store } from "../../persist/database/store.ts";
import type { Documents, Files } from "../../tools/ports.ts";
import type { Rule } from "../../tools/rules/rules.ts";
import type { Tool } from "../../tools/tool.ts";

/** What the built-in tools work with. */
export interface ToolboxNeeds {
  store: Store;
  log: vscode.LogOutputChannel;
  /** Where Galley is installed. */
  extensionPath: string;
  /** Where results are kept that are too long for a request. */
  resultsFolder: string;
  /** Where copies of attachments are. */
  attachmentsFolder: string;
  /** Files as the editor has them: tools read and change them here. */
  documents: Documents;
  /** What is allowed and denied in a conversation. */
  rules: (conversationId: string) => Rule[];
}

/** Tools that are not built in, as a conversation has them now. */
export interface ToolSources {
  /** Loads a skill. */
  skillTool: () => Tool;
  /** Tools that write skills, with the files of the other tools. None unless the conversation is for writing skills. */
  authoringTools: (conversationId: string, turn: UserMessage | undefined, files: Files) => Promise<Tool[]>;
  memoryTools: () => Tool[];
  /** Tools of MCP servers. `taken` are the names of other tools; each tool passes through `bound`. */
  serverTools: (conversationId: string, taken: readonly string[], bound: (tool: Tool) => Tool) => Tool[];
}

export interface ToolsNeeds extends ToolboxNeeds, ToolSources {
  /** The conversation that was used last: the list of rules shows its rules. */
  focusedConversation: () => string;
}
