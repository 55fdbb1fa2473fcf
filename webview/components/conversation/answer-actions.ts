// The callbacks that the parts of an answer need.
import type { FailureAction } from "../../../extension/message/failure.ts";
import type { ToHost } from "../../../extension/protocol/to-host.ts";

/** Something with code, outside the panel. */
export type CodeAction = (code: Omit<Extract<ToHost, { type: "code" }>, "type">) => void;

/** Something with the files an answer changed: with one, or with all of them. */
export type EditsAction = (action: Extract<ToHost, { type: "edits" }>["action"], path?: string) => void;

/** What can be done about an answer that ended badly. */
export interface Remedies {
  /** Absent where trying again would take later messages away. */
  onRetry: (() => void) | undefined;
  /** What the failure itself says would help. */
  onAction: (action: FailureAction) => void;
  onModel: () => void;
  onLog: () => void;
}
