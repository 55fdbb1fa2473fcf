// What slash commands need from the rest of the window.
import type * as vscode from "vscode";
import type { Command } from "../../compose/catalog.ts";
import type { KnownPart } from "../../message/part.ts";
import type { Draft } from "../../protocol/draft.ts";
import type { Skill } from "../../skills/catalog.ts";
import type { Conversation } from "../../turn/conversation/conversation.ts";
import type { ComposerPorts } from "../../skills/invoke.ts";
import type { RegisteredCommands } from "./registered-commands.ts";

/** Where commands come from besides files. */
export interface CommandSources {
  log: vscode.LogOutputChannel;
  /** Of other extensions. */
  registered: RegisteredCommands;
  /** The prompts of MCP servers. */
  prompts: () => Command[];
  onPromptsChange: vscode.Event<void>;
  /** As last read. */
  skills: () => { enabled: readonly Skill[]; off: readonly Skill[] };
  onSkillsChange: vscode.Event<void>;
  /** Resolves when the skills are read. */
  skillsRead: () => Promise<unknown>;
  composer: ComposerPorts;
}

/** The drafts that commands are carried out on. */
export interface CommandDrafts {
  workspaceState: vscode.Memento;
  conversation: (id: string) => Pick<Conversation, "record"> & {
    input: Pick<Conversation["input"], "letGo" | "save">;
  };
  /** Tells the input that shows a conversation, if one does, what an action left of its draft. */
  tellActed: (conversation: string, left: Draft) => void;
  /** Adds to the end of the draft that the user used last. */
  appendToFocused: (parts: readonly KnownPart[]) => Promise<void>;
  /** Inserts at the cursor of the draft that the user used last, and focuses it. */
  insertIntoFocused: (parts: readonly KnownPart[]) => Promise<void>;
}
