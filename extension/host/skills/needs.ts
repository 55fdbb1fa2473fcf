// What skills need from the rest of the window.
import type * as vscode from "vscode";
import type { RenderTemplates } from "../../assemble/templates/template-job.ts";
import type { Memory } from "../../memory/entry.ts";
import type { KnownPart } from "../../message/part.ts";
import type { Store } from "../../persist/database/store.ts";
import type { Draft } from "../../protocol/draft.ts";
import type { LoadPackage, RecordLoad } from "../../skills/tool.ts";
import type { Rule } from "../../tools/rules/rules.ts";

export interface SkillsNeeds {
  /** Keeps which skills are off, and has Galley's own skills. */
  context: Pick<vscode.ExtensionContext, "workspaceState" | "extensionUri">;
  store: Store;
  log: vscode.LogOutputChannel;
  newRuleId: () => string;
  /** The rules that hold in every conversation. */
  rules: () => readonly Rule[];
  /** Off the main thread, and only where the workspace is trusted. */
  renderTemplates: RenderTemplates;
  /** Composes a package within what the conversation may do, and records it. */
  loadPackage: LoadPackage;
  recordLoad: RecordLoad;
  /** Without those of a project that is not trusted. */
  memories: () => Promise<readonly Memory[]>;
  /** Every tool that Galley has, also those that are not offered here. */
  toolNames: () => Promise<string[]>;
}

/** What Try Skill needs to show a skill and to insert it into the message of the main pane. */
export interface TrySkillNeeds {
  /** The id of the conversation in the main pane. */
  mainConversation: () => string;
  /** The tools that a skill may use in a conversation. */
  toolsOfSkills: (conversation: string) => Promise<string[]>;
  /** The file that a command comes from. `undefined` if there is no such command. */
  commandOrigin: (id: string) => string | undefined;
  insertIntoMain: (parts: KnownPart[]) => Promise<void>;
}

/** What New Skill needs to begin a conversation. */
export interface AuthoringNeeds {
  newConversationId: () => string;
  /** Shows a conversation with this draft, and focuses its input. */
  openWithDraft: (conversation: string, draft: Draft) => Promise<void>;
}
