// What a button that does something about a failure is called.
import type { FailureAction } from "../../extension/message/failure.ts";

export const actionNames: Readonly<Record<FailureAction, string>> = {
  setApiKey: "Enter the key",
  new: "New conversation",
  openSettings: "Open settings",
  setServer: "Change the address",
  compact: "Compact",
  signInAgent: "Sign in",
  restartAgent: "Restart the agent",
  selectModel: "Choose another model",
};
