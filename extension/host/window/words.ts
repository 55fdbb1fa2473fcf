// What Galley says in several features, and wherever no feature speaks.

// Buttons
export const open = "Open";
export const undo = "Undo";
export const showLog = "Show Log";

// Views of a workspace that is not trusted
export const trustToUse = "trust this workspace to use";
export const manageTrust = "Manage Workspace Trust";

// The status bar
export const status = (state: string, count: number): string => `Galley: ${state}${count > 1 ? ` (${count})` : ""}`;
export const galley = "Galley";
export const idleTooltip = "Open Galley";
export const idleLabel = "Galley: open the panel";
export const statusTooltip = "Open conversation";
export const openConversation = "Open Conversation";

// How long ago something was
export const now = "now";
export const minutesAgo = (minutes: number): string => `${minutes} min ago`;
export const hoursAgo = (hours: number): string => `${hours} h ago`;
export const daysAgo = (days: number): string => `${days} d ago`;

// Files and folders that cannot be shown
export const notInWorkspace = (path: string): string => `Could not open ${path}: no workspace folder contains it.`;
export const outsideWorkspace = (path: string): string => `Could not reveal ${path}: it is outside the workspace.`;

// Another extension, or VS Code, that does not answer
export const timedOut = "it timed out";
