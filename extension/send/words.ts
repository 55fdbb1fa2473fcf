// What the senders say of their own: Loopback's answers, notices of Ollama's, and what models of other extensions refuse.
import { counted } from "../text/counted.ts";

// Loopback
export const waiting = (seconds: number): string => `Waiting ${counted(seconds, "second")} as requested.\n\n`;
export const summarized = (messages: number): string =>
  `**Loopback** summarized ${counted(messages, "message")} by their first words:`;
export const you = "You";
export const theAnswer = "The answer";
export const received = (parts: number): string => `**Loopback** received ${counted(parts, "part")}, in this order:`;
export const before = (parts: number, layers: number, messages: number): string =>
  `Before ${parts === 1 ? "it" : "them"}: ${counted(layers, "system layer")} and ${counted(messages, "earlier message")}.`;
export const notAModel =
  "Loopback is a test model, not a language model. It works offline and echoes what it receives. Select a language model below the input.";
export const tokens = (count: number): string => `~${count} tokens`;
export const asOfThisTurn = ", as of this turn";
export const unreadable = "nothing: it cannot be read";
export const folder = "folder";
export const nameAndSize = "name and size only";
export const wholeFile = "whole file";
export const bytes = (start: number, end: number): string => `bytes ${start}-${end}`;
export const lines = (start: number, end: number): string => `lines ${start}-${end}`;

// Ollama
export const conversationCut = (model: string, window: number): string =>
  `${model} did not receive the whole conversation: its context window is ${window} tokens, so Ollama dropped the oldest messages. Start a new conversation, or set a larger context_window in galley.providers.ollama.models.`;

// Gemini
export const blocked = (reason: string): string =>
  `Gemini blocked this message (${reason}). Rephrase it, or select another model.`;
export const malformedCall = "the model made a malformed tool call";
export const tooManyCalls = "the model made too many tool calls";
export const unknownLanguage = "the answer is in a language that the model does not support";
export const unknownReason = "the model stopped for an unknown reason";

// Models of other extensions; `reason` is a sentence
export const noPermission = "Galley does not have access to this model. Send again and select Allow when VS Code asks.";
export const rejected = (reason: string): string =>
  `The provider rejected the request: ${reason} Try again later, or select another model.`;
export const theModel = "The model";
export const modelGone = "This model is no longer available. Select another model.";
export const modelError = (reason: string): string =>
  `The model returned an error: ${reason} Try again, or select another model.`;
