// How Galley names what a conversation is doing: in the status bar, the header and the Conversations view.
import type { RunState } from "../protocol/conversation.ts";

export const runWords: Readonly<Record<RunState["state"], string>> = {
  idle: "Ready",
  busy: "Working…",
  retrying: "Retrying…",
  waiting: "Needs your answer",
  error: "Failed",
};
