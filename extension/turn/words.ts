// What Galley says about a turn, to the user and to the model.
import { counted, grouped } from "../text/counted.ts";

// A message that is not sent
export const busy = "The model is still answering. Wait for it to finish, or stop it.";
export const stoppedBeforeSending = "Stopped before sending. Your message is back in the input.";
export const editingOther = "Finish or cancel the queued message that you are editing first.";
export const nothingToBranch = "This conversation has no messages to branch from.";
export const unknownProvider = (provider: string, model: string): string =>
  `Unknown provider ${provider} for ${model}. Select another model.`;

// A prompt whose server could not be asked
export const promptNotSent = (command: string, why: string): string => `Could not send ${command}: ${why}`;
export const serverNotReady = (server: string, why: string, advice: string): string =>
  `MCP server ${server} ${why}. ${advice}`;
export const sendLater = "Send again in a moment.";
export const signInFirst = "Sign in in the MCP Servers view, then send again.";
export const startFirst = "Start it in the MCP Servers view, then send again.";
export const noSuchPrompt = (server: string): string =>
  `MCP server ${server} has no such prompt. Type / to select another, or remove it from the message.`;

// A turn that breaks off
export const brokeOff = (reason: string): string =>
  `Galley could not complete the answer: ${reason}. See the log for details.`;
export const takenOver =
  "Another window took over this conversation, so this turn stopped. Wait for the other window to finish, then send again.";
/** The reason may be a sentence. */
export const notSaved = (reason: string): string =>
  `Could not save the conversation: ${reason.replace(/\.?$/, ".")} Export it before you close the window.`;

// The question whether a long turn goes on
export const sameCalls = (tool: string | undefined, times: number): string =>
  `The model called ${tool ?? "a tool"} ${times} times with the same input. Continue?`;
export const manyRounds = (rounds: number): string =>
  `The model has used tools ${rounds} times for this message. Continue?`;

// The card that asks for permission
export const changedSince = (title: string): string => `${title} (changed since you allowed it)`;
export const moreLines = (count: number): string => `… ${counted(count, "more line")}`;
export const moreCharacters = (count: number): string => `… ${counted(count, "more character")}`;
export const replacing = (lines: number): string =>
  lines === 1 ? "… replacing its 1 line" : `… replacing all ${lines} lines`;

// A call that a rule denied, as the conversation shows it
export const denyingRule = (permission: string, pattern: string): string => `rule ${permission} for ${pattern}`;

// What the model reads instead of a tool's output
export const deniedByRule = (permission: string, pattern: string): string =>
  `Denied by a rule: ${permission} for ${pattern}. Do it another way.`;
export const deniedByUser = (reason: string): string =>
  reason === "" ? "Denied by the user." : `Denied by the user: ${reason}`;
export const stoppedBeforeCall = "The user stopped the turn before this ran.";
export const endedBeforeCall = "Not run: the user ended the turn here.";
export const callTakenOver = "Not run: another window has taken over this conversation.";
export const callFailed = (reason: string): string => `It failed: ${reason}`;
export const unknownTool = (name: string, available: string): string =>
  `Unknown tool ${name}. Available tools: ${available}.`;
export const invalidQuestion = (issues: string): string => `Invalid question: ${issues}.`;
export const stoppedWithoutAnswer = "The user stopped the turn without answering.";
export const declinedToAnswer = "The user declined to answer.";

// Stored content
export const notStored = "its stored content is missing";

// Messages from other programs
export const unknownLink =
  "Galley cannot open this link. Links to Galley begin with vscode://galley.galley/submit?text=.";
export const emptyLink = "The link contains no text.";
export const longLink = (most: number): string =>
  `The text of the link is longer than ${grouped(most)} characters. Attach a file instead.`;
export const doorReadOnly = "Galley cannot store the message, because the conversations are read-only.";
export const doorFull = (most: number): string =>
  `Galley takes no more messages from other programs: ${most} already wait. Send or cancel some of them.`;

// Schedules
export const badSchedule = (number: number, problems: string): string =>
  `Entry ${number} of galley.schedules is not valid: ${problems}.`;
export const scheduledAction = (schedule: string, command: string): string =>
  `Galley did not queue “${schedule}”, because ${command} is an action. Schedule a text or a skill.`;
export const notQueued = (schedule: string, reason: string): string =>
  `Galley could not queue “${schedule}”. ${reason}`;
