// The labels of the buttons that fix a failure.
import type { FailureAction } from "../../../extension/message/failure.ts";

export const actionNames: Readonly<Record<FailureAction, string>> = {
  setApiKey: "Set API Key…",
  new: "New Conversation",
  openSettings: "Open Settings",
  setServer: "Change Server URL…",
  compact: "Compact",
  signInAgent: "Sign In…",
  restartAgent: "Restart Agent",
  selectModel: "Select Model…",
  manageTrust: "Manage Workspace Trust",
  export: "Export Conversation…",
  inspectTurn: "Show Sent Request…",
};
