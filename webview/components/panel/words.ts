// What the panel says around the conversation: its headers, its state and its notes.
import type { RunState } from "../../../extension/protocol/conversation.ts";

// The state of the conversation
export const states = {
  idle: "idle",
  busy: "busy",
  retrying: "retrying",
  waiting: "waiting",
  error: "error",
} as const satisfies Record<RunState["state"], string>;
export const stateLabel = (state: string): string => `Session: ${state}`;
export const spokenState = (state: string, details: readonly string[]): string =>
  [`Session: ${state}.`, ...details].join(" ");
export const answering = "Answering";
export const answerComplete = "Answer complete";
export const answerFailed = "Answer failed";
export const needsAnswer = (question: string, others: number, key: string): string =>
  `Needs your answer: ${question}${others === 0 ? "" : ` (and ${others} more)`}. Press ${key} to go there`;

// The header
export const goToParent = "Go to Parent Conversation";
export const newConversation = "New Conversation";
export const newConversationLabel = "New conversation";

// The header of a sidecar
export const sidecar = "Sidecar";
export const sidecarTitle = (title: string): string => `Sidecar: ${title}`;
export const sidecarOf = (title: string): string => `Sidecar of ${title}`;
export const upTo = (message: string): string => `up to “${message}”`;
export const openMain = (title: string, message: string): string =>
  message === ""
    ? `Sidecar of “${title}”. Click to open the conversation.`
    : `Sidecar of “${title}”, up to “${message}”. Click to open the conversation.`;
export const mainDeleted = "The main conversation was deleted";
export const insertAnswer = "Insert Answer";
export const insertAnswerTitle = "Insert the last answer into the message in the main conversation";
export const close = "Close";
export const closeTitle = "Close sidecar (stays in the Conversations view)";

// Notes
export const dismiss = "Dismiss";
export const noModel = (model: string): string =>
  `No language model is set up. ${model} is a test model that echoes what it receives.`;
export const selectModel = "Select Model…";
