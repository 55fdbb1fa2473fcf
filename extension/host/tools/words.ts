// What Galley says about tools, their terminal and their permissions.

// Tools of other extensions
export const useTool = (name: string): string => `Use ${name}`;
export const toolFailed = (name: string, reason: string): string => `${name} failed: ${reason}`;
export const nonText = "[non-text content]";

// The terminal
export const terminalOpened = (folder: string): string =>
  `Shows commands that Galley's tools run in ${folder}. Press Ctrl+C to stop running and background commands.`;
export const timedOut = (seconds: number): string => `Stopped after ${seconds} seconds.`;
export const exitCode = (code: number): string => `Exit code ${code}`;
export const leftRunning = "A background process is still running. Press Ctrl+C to stop it.";
export const outputOmitted = "[… output omitted …]";

// Manage Tool Permissions…
export const permissionsTitle = "Manage Tool Permissions";
export const permissionsPlaceholder = "Select a rule to remove it";
export const removeRule = "Remove Rule";
export const workspaceRule = (action: string): string => `${action} · workspace`;
export const conversationRule = (action: string): string => `${action} · conversation`;
export const settingsRule = (action: string): string => `${action} · settings`;
export const workspaceSettingsRule = (action: string): string => `${action} · workspace settings`;
export const invalidRule = "Invalid rule in settings";
export const noRules = "No rules";
export const noRulesDescription = "tools ask before they change files, run commands or fetch pages";
export const editInSettings = "Edit Rules in Settings";

// A rule in the settings that cannot be read
export const ruleIgnored = (first: string, others: number): string =>
  `A rule in galley.tools.rules is invalid and was ignored: ${first}${others > 0 ? ` (and ${others} more)` : ""}`;
export const editRules = "Edit Rules";
