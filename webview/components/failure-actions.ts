// What a button that does something about a failure is called.
import type { FailureAction } from "../../extension/message/failure.ts";

export const actionNames: Readonly<Record<FailureAction, string>> = {
  setApiKey: "Set API Key…",
  new: "New Conversation",
  openSettings: "Open Settings",
  setServer: "Change the address",
  compact: "Compact",
  signInAgent: "Sign In…",
  restartAgent: "Restart Agent",
  selectModel: "Select Model…",
};
