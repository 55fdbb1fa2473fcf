// The callbacks that the parts of an answer need.
import type { FailureAction } from "../../../extension/message/failure.ts";
import type { ToHost } from "../../../extension/protocol/to-host.ts";

/** An action on a code block. */
export type CodeAction = (code: Omit<Extract<ToHost, { type: "code" }>, "type">) => void;

/** An action on the files that an answer changed: on one, or on all. */
export type EditsAction = (action: Extract<ToHost, { type: "edits" }>["action"], path?: string) => void;

/** The actions on an answer that failed. */
export interface Remedies {
  /** Absent if a retry would remove later messages. */
  onRetry: (() => void) | undefined;
  /** Asks the model to go on with an answer that was cut off. Absent if messages follow it. */
  onContinue: (() => void) | undefined;
  /** Runs the action that the failure names. */
  onAction: (action: FailureAction) => void;
  onUnpin: (pin: string) => void;
  onModel: () => void;
  onLog: () => void;
}
