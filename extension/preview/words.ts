// What Galley says about a request before and after it is sent, and about trying a skill.
import { counted } from "../text/counted.ts";

// The expansion of a command above the input
export const unknownCommand = (command: string, why: string): string =>
  `Unknown command ${command}. It will be sent as text.${why === "" ? "" : ` ${why}`}`;
export const emptySlot = (name: string): string => `‹${name}: empty›`;
export const asksServer = (command: string, server: string): string =>
  `Galley will ask MCP server ${server} for ${command} when you send.`;
export const action = (description: string): string => `${description}.`;
export const actionKeepsRest = (description: string): string =>
  `${description}. The rest of your message stays in the input.`;
export const serverPrompt = (description: string, server: string): string =>
  `${description}. ${server} provides the text when you send.`;

export const addsResults = (description: string): string => `${description}. Galley adds the results when you send.`;
export const unknownTools = (tools: string): string =>
  `The command file limits the tools to ${tools}, which Galley does not have. All tools are available.`;
export const extensionParts = (description: string): string =>
  `${description}. Another extension adds its parts when you send.`;

// Preview Request: the parts
export const tools = (count: number): string => `tools, ${count}`;
export const history = (messages: number): string => `history, ${counted(messages, "message")}`;
export const unchangedPins = "unchanged pins";

// Preview Request: what each part becomes
export const asText = "text";
export const asToolDefinitions = "tool definitions";
export const asSystemPrompt = "system prompt";
export const asEarlierMessages = "earlier messages";
export const asOneLine = "one line";
export const notSentAgain = "unchanged; not sent again";
export const withLines = (becomes: string, lines: number): string => `${becomes}, ${lines} lines`;
export const fromFiles = (becomes: string, files: number): string => `${becomes}, ${files} files`;

// Preview Request: the skills
export const invokedBy: Readonly<Partial<Record<string, string>>> = {
  explicit: "you (slash command)",
  "agent-selected": "the model (skill tool)",
  scheduled: "a scheduled task",
};
export const prefersModel = (model: string, answered: string | undefined): string =>
  answered === undefined ? `prefers ${model}` : `prefers ${model}; ${answered} answered`;
export const endsWithSchema = "output that matches the schema";
export const endsAfterCalls = (count: number): string => `${count} tool calls`;
export const running = "Running";
export const notSentYet = "Not sent yet.";
export const refused = (code: string | null, problem: string): string => `${code ?? "Refused"}: ${problem}`;

// Preview Request: the network traffic
export const noResponse = "no response";
export const firstByte = (ms: number): string => `first byte after ${ms} ms`;
export const inProgress = "in progress";
export const ended = (how: string, ms: number): string => `${how} after ${ms} ms`;
export const arrived = (ms: number): string => `+${ms} ms`;

// Try Skill
export const fieldMissing = "This field is required.";
export const notNumber = "Enter a number.";
export const notJson = "Enter JSON: an array [ ] or an object { }.";
export const allTools = "all tools in the conversation";
export const noTools = "none";
export const toolsInStages = (names: string, stages: string): string => `${names} in ${stages}`;
