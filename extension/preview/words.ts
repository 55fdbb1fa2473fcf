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

// Replay Turn: why there is nothing to compare
export const rewound = "A rewind hid this message. Run Galley: Undo Rewind first, then replay it.";
export const notSent = "No request was sent for this message, or the message no longer exists.";
export const sentToAgent = (model: string): string =>
  `${model} keeps its own conversation, so Galley cannot tell what it would get now. Galley: Show Sent Request… shows what Galley sent.`;
export const agentAnswersNow = (model: string): string =>
  `${model} answers in this conversation now and keeps its own conversation. Select another model, then replay the message.`;

// Replay Turn: the names of the two sides
export const sentRecorded = "Sent then (recorded)";
export const sentRebuilt = "Sent then (rebuilt from what is stored)";
export const wouldBeSent = "Would be sent now";

// Replay Turn: the lines above a request
export const modelNamed = (name: string, key: string): string => `${name} (${key})`;
export const modelLine = (model: string): string => `Model: ${model}`;
export const recordedLine = "Source: the bytes that this window sent, without API keys";
export const rebuiltLine =
  "Source: rebuilt from the stored message, files and manifest. The bytes that were sent are no longer in the request journal.";
export const nowLine =
  "Source: this message in its place in the conversation, with files, pins, instructions, tools and model as they are now. Nothing is sent.";
export const firstOnly = "The model called tools in this turn. This is its first request; the later ones continue it.";
export const noAccount = "No manifest is stored for this request: system prompt, tools and pins are missing here.";
export const goneSince = (what: string, why: string): string => `No longer stored, so not shown: ${what}: ${why}`;
export const otherModel = (then: string): string => `The message was sent to ${then}.`;
export const wouldNotGo = (reason: string): string => `Would not be sent: ${reason}`;
export const estimated = (tokens: string, limit: string): string => `Estimate: ${tokens} of ${limit} tokens`;
export const costs = (name: string, tokens: string): string => `${name} ~${tokens}`;
export const inState = (what: string, state: string): string => `${what} (${state})`;
export const messages = (count: number): string => counted(count, "message");
export const layersLine = (all: string): string => `Layers: ${all}`;
export const toolsLine = (all: string): string => `Tools: ${all}`;
export const historyLine = (all: string): string => `History: ${all}`;
export const pinnedLine = (all: string): string => `Pinned: ${all}`;
export const taskLine = (all: string): string => `Message: ${all}`;
export const leftOutLine = (what: string, why: string): string => `Not sent: ${what}: ${why}`;
export const foldedLine = (start: string, characters: string, digest: string): string =>
  `${start}… [${characters} characters, digest ${digest}]`;
export const restHidden = "[… the rest of the request is too long to compare …]";
