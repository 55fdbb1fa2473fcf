// What several surfaces of the panel say.
import type { FailureAction } from "../../../extension/message/failure.ts";
import { counted } from "../../../extension/text/counted.ts";

// The numbers of changed lines, for screen readers
export const linesAdded = (count: number): string => `${counted(count, "line")} added`;
export const linesRemoved = (count: number): string => `${counted(count, "line")} removed`;

// The buttons that fix a failure
export const failureActions: Readonly<Record<FailureAction, string>> = {
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
  toolRules: "Manage Tool Permissions…",
};
export const showLog = "Show Log";

// A request that is too large
export const tokensOf = (source: string, tokens: string): string => `${source} ${tokens}`;
export const whereTokensAre = (sources: readonly string[]): string => `Tokens: ${sources.join(", ")}`;
export const compactOffer = (tokens: string): string => `Compact (frees ${tokens})`;
export const unpinOffer = (tokens: string): string => `Unpin Largest (frees ${tokens})`;
