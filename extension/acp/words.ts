// What Galley says about ACP agents to the user, and what it answers the agents.
import { counted } from "../text/counted.ts";

// An agent that cannot be started or asked
export const notConfigured = (id: string): string =>
  `Agent ${id} is no longer configured. Select another model, or add the agent to galley.agents.`;
export const notTrusted = (name: string): string =>
  `${name} runs only in a trusted workspace. Trust this workspace to start it.`;
export const wrongVersion = (name: string, version: number): string =>
  `${name} uses ACP version ${version}, but Galley supports version 1. Update the agent.`;
export const signInRequired = (name: string): string => `Sign in to ${name} to continue.`;
export const promptFailed = (name: string, reason: string): string =>
  `Could not send the message to ${name}: ${reason}. Restart the agent and try again.`;
export const invalidId = "the ID may contain only letters, digits, dots, hyphens and underscores";

// An agent that reports an error
export const failed = (name: string, reason: string): string => `${name} failed: ${reason}`;
export const reported = (name: string, message: string, details: string): string =>
  `${name} reported: ${message}${details === "" ? "" : ` (${details})`}`;

// An agent that does not respond in time
const requests = {
  start: "at its start",
  session: "to the request for a new session",
  resume: "to the request to resume a session",
  signIn: "to the sign-in request",
  other: "to a request",
} as const;
export type AgentRequest = keyof typeof requests;
export const noResponse = (name: string, request: AgentRequest, seconds: number, isStopped: boolean): string => {
  const time = seconds < 120 ? counted(seconds, "second") : counted(Math.round(seconds / 60), "minute");
  return `${name} did not respond ${requests[request]} within ${time}${isStopped ? "; the agent was stopped" : ""}. Check its command in galley.agents, or run it in a terminal to see why.`;
};

// An agent that has ended, and how: the second follows the agent's name
export const ended = (name: string, how: string): string => `${name} ${how.replace(/\.+$/, "")}.`;
export const notStarted = (reason: string): string => `could not start: ${reason}`;
export const exited = (code: number | null, lastLine: string): string =>
  `exited with code ${code ?? "none"}${lastLine === "" ? "" : `: ${lastLine}`}`;
export const terminated = (signal: string, lastLine: string): string =>
  `was terminated by ${signal}${lastLine === "" ? "" : `: ${lastLine}`}`;
export const stoppedBeforeStart = "was stopped before it began";
export const stopped = (reason?: string): string =>
  `was stopped by Galley${reason === undefined ? "" : ` (${reason})`}`;

// Why Galley stops an agent
export const tooManyRequests = (most: number): string => `it sent ${most} requests without reading the responses`;
export const messageTooLarge = "it sent a message larger than 8 MB";
export const messageTooDeep = (most: number): string =>
  `it sent a message with values nested more than ${most} levels deep`;
export const tooManyValues = (most: number): string => `it sent a message with more than ${most} values`;

// Agent sessions that are resumed
export const notResumed = (name: string): string =>
  `${name} could not resume its session and started a new one. The earlier messages are sent as text.`;
export const conversationNotEmpty =
  "This conversation already has messages. Start a new conversation to resume the agent session.";
export const replayCut = (name: string): string =>
  `The ${name} session is long. Only the most recent messages are shown.`;

// Notices when an agent starts or opens a session
export const restarted = (name: string): string => `${name} restarted.`;
export const historyAsText = (name: string): string =>
  `${name} started a new agent session and received the earlier messages as text.`;
export const attachmentNotShared = (file: string, name: string, reason: string): string =>
  `Could not share ${file} with ${name}: ${reason}. Attach it again, or paste its content.`;
export const choiceGone = (name: string, what: string, value: string): string =>
  `${name} no longer offers the ${what} “${value}” selected in this conversation. Run Galley: Configure Agent… to select another.`;
export const choiceRejected = (name: string, what: string, value: string, reason: string): string =>
  `${name} rejected the ${what} “${value}” selected in this conversation. ${reason}`;
export const mode = "mode";
export const on = "on";
export const off = "off";

// MCP servers that an agent is not given
export const withoutServers = (name: string, servers: string): string =>
  `${name} started without these MCP servers: ${servers}. Start them in the MCP Servers view, then restart the agent.`;
export const noHttpServers = "the agent does not support HTTP servers";
export const otherServerFolder = (folder: string): string =>
  `it needs to run in ${folder}, but agents start servers in their own folder`;

// The end of a turn
export const answerTooLong =
  "The agent's answer exceeded 16 MB and was cut off. The partial answer is kept. Ask for a shorter answer.";
export const endedUnstopped = (name: string): string =>
  `${name} did not stop, so Galley ended it. It restarts with your next message.`;
export const unstopped = (name: string): string =>
  `${name} did not stop. Galley will end it when its other conversations finish. Your next message starts a new agent session.`;

// The results of tool calls, in an answer
export const callStopped = "Stopped.";
export const noResult = "The agent did not report a result.";
export const agentExited = "The agent exited before this finished.";
export const turnEnded = "The turn ended before this finished.";
export const planShown = "Shown to the user.";
export const changed = (path: string): string => `Changed ${path}.`;
export const truncated = "[… truncated …]";

// Tool calls, in an answer
export const severalFiles = (first: string, others: number): string => `${first} and ${counted(others, "more file")}`;
export const moreEntries = (count: number): string => `… and ${count} more`;

// What the user is asked to allow
export const read = (path: string): string => `Read ${path}`;
export const folder = "Folder";
export const outsideWorkspace = "outside the workspace";
export const canChangeWhatRuns = "can change what runs";
export const manyPaths = (most: number): string => `more than ${most} paths`;
export const withoutAskingAgain = "the agent, without asking again (it offers no other option)";

// The wire journal
export const moreCharacters = (count: number): string => `[… ${count} more characters …]`;

// What the agent reads when Galley refuses its request
export const noTurn = "No turn is running in this agent session.";
export const turnOver = "The turn is over.";
export const noOneToApprove = "No one is available to approve this.";
export const otherWindow = "Not allowed: another window has taken over this conversation.";
export const notAllowedHere = "This is not allowed here.";
export const tooManyPending = "Too many pending requests. Try again later.";
export const tooManyAsks = "Too many requests are waiting for the user. Wait for their answers first.";
export const notFound = (path: string, reason: string): string => `${path}: ${reason}.`;
export const isFolder = (path: string): string => `${path} is a folder.`;
export const fileTooLarge = (path: string): string => `${path} is larger than 8 MB.`;
export const folderReplaced = (path: string): string => `${path} was replaced by another file.`;
export const tooManyVariables = "The command has too many environment variables to show. Use fewer.";
export const invalidVariable = (name: string): string => `${name} is not a valid variable name.`;
export const invisibleCharacters = (variable: string): string =>
  `The value of ${variable} contains invisible characters.`;
export const tooManyTerminals = (most: number): string =>
  `The limit of ${most} open terminals is reached. Release one first.`;
export const tooManyTerminalsInTurn = (most: number): string => `The limit of ${most} terminals per turn is reached.`;
