// What Galley says about ACP agents.

// The model picker: the agents of the settings, those found on this machine, and the one to add.
export const agentsGroup = "Agents";
export const ownTools = "agent with its own tools";
export const textOnly = "agent · text only";
export const fileLinks = "agent · file links";
export const takes = (kinds: readonly string[]): string => `agent · ${kinds.join(", ")}`;
export const files = "files";
export const images = "images";
export const audio = "audio";
export const ownAccount = "uses its own account";
export const installed = (command: string): string => `installed: ${command} · ${ownAccount}`;
export const addItem = "Add ACP Agent…";
export const anyProgram = "any program that supports the Agent Client Protocol";

// Add ACP Agent
export const addTitle = "Add ACP Agent";
export const enterCommand = "Enter the command that starts the agent, for example: opencode acp";
export const commandMissing = "Enter a command.";

// The options of the agent that answers in a conversation
export const noAgent = "This conversation does not use an agent. Select an agent as its model first.";
export const configureTitle = (agent: string): string => `Configure ${agent}`;
export const selectOption = "Select an option to change it";
export const mode = (name: string): string => `Mode: ${name}`;
export const selectMode = (agent: string): string => `Select Mode for ${agent}`;
export const on = "On";
export const off = "Off";

// Signing in
export const signInItem = "Sign In…";
export const signInTitle = (agent: string): string => `Sign In to ${agent}`;
export const signingIn = (agent: string): string => `Signing in to ${agent}…`;
export const signedIn = (agent: string): string => `Signed in to ${agent}.`;
export const noSignIn = (agent: string): string =>
  `${agent} does not support signing in from the editor. Sign in from a terminal.`;
export const openTerminal = "Open Terminal";
export const terminalName = (agent: string): string => `Sign in to ${agent}`;

// Resuming a session that the agent has stored
export const resumeItem = "Resume Agent Session…";
export const resumeTitle = (agent: string): string => `Resume ${agent} Session`;
export const showsMessages = "Shows the session's messages";
export const keepsContext = (agent: string): string =>
  `${agent} keeps the session's context but cannot show its messages`;
export const untitledSession = "Untitled session";
export const hasConversation = "already in Conversations";
export const noSessions = (agent: string): string => `No earlier ${agent} sessions for this folder`;
export const notListed = "Could not list agent sessions";
export const resuming = (session: string, agent: string): string => `Resuming “${session}” in ${agent}…`;
