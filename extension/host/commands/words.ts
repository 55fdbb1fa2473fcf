// What Galley says about slash commands.
import type { CommandSpec } from "../../protocol/catalog.ts";

// The list of commands
export const insertTitle = "Insert Slash Command";
export const selectCommand = "Select a command to insert";
export const sources: Readonly<Record<CommandSpec["source"], string>> = {
  "built-in": "Built-in",
  project: "Workspace",
  user: "User",
  mcp: "MCP Servers",
  skill: "Skills",
  extension: "Other Extensions",
  agent: "Agent",
};
export const overrides = (origins: string): string => `Overrides the command from ${origins}`;

// Commands that are missing
export const notTrusted = "Trust this workspace to use its slash commands.";
export const notLoaded = (problem: string, others: number): string =>
  others === 0
    ? `Could not load a slash command: ${problem}. Fix the file to use the command.`
    : `Could not load a slash command: ${problem} (and ${others} more). Fix the file to use the command.`;
export const openFile = "Open File";
export const showLog = "Show Log";
export const notACommandName = "its file name is not a valid command name";
export const fromExtension = (problem: string): string => `From another extension: ${problem}`;

// The line that an action leaves in the conversation
export const ranElsewhere = "Ran a command of another extension.";
