// What the inspector needs from the window it is in.
import type * as vscode from "vscode";
import type { Part } from "../../message/part.ts";
import type { Store } from "../../persist/database/store.ts";
import type { Result } from "../../message/result.ts";
import type { Inspected } from "../../preview/inspect.ts";
import type { Replay } from "../../preview/replay.ts";

export interface InspectorNeeds {
  extensionUri: vscode.Uri;
  store: Store;
  log: vscode.LogOutputChannel;
  /** Where the user wrote last. */
  focusedComposer: () => Composer;
  /** What would be sent if these parts were submitted now. */
  previewRequest: (conversation: string, parts: readonly Part[]) => Promise<Inspected>;
  /** What was sent for a message; `undefined` unless it is a sent message of this conversation. */
  sentRequest: (conversation: string, message: string) => Inspected | undefined;
  /** What was sent for a message, and what would be sent now. */
  replay: (conversation: string, message: string) => Promise<Result<Replay>>;
}

/** A place where the user writes messages. It may show another conversation later. */
interface Composer {
  isSidecar: boolean;
  conversation: () => string;
  /** All that would be submitted now, automatic context included. */
  parts: () => Promise<readonly Part[]>;
}
