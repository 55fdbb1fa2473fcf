// Tells the status bar what turns of other windows do, also while no pane and no list is visible.
import type * as vscode from "vscode";
import { readDataVersion } from "../../persist/database/changes.ts";
import { failedSince, storedStates } from "../../turn/conversation/shared-run.ts";
import { statesElsewhere } from "../../turn/conversation/window-states.ts";
import type { ConversationsNeeds } from "./needs.ts";

const LOOK_MS = 1_000;

type Needs = Pick<ConversationsNeeds, "store" | "runningConversations" | "tellElsewhere" | "failedFrom">;

/** Reads one number a second, and more only when the store has changed or another window runs a turn. */
export function followElsewhere(needs: Needs): vscode.Disposable {
  let version = -1;
  let hasRunning = false;
  const look = (): void => {
    const now = readDataVersion(needs.store);
    if (now === version && !hasRunning) return;
    const running = [...needs.runningConversations()].flatMap(([id, where]) => (where === "elsewhere" ? [id] : []));
    version = now;
    hasRunning = running.length > 0;
    needs.tellElsewhere(
      statesElsewhere(running, storedStates(needs.store), failedSince(needs.store, needs.failedFrom)),
    );
  };
  const timer = setInterval(() => {
    try {
      look();
    } catch {
      // The store is locked or gone for a moment. The list and the panes say so if it stays.
    }
  }, LOOK_MS);
  return {
    dispose: () => {
      clearInterval(timer);
    },
  };
}
