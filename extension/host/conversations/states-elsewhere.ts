// Tells the status bar what turns of other windows do, also while no pane and no list is visible.
import type * as vscode from "vscode";
import { readDataVersion } from "../../persist/database/changes.ts";
import { failedSince, storedStates } from "../../turn/conversation/shared-run.ts";
import { statesElsewhere } from "../../turn/conversation/window-states.ts";
import type { ConversationsNeeds } from "./needs.ts";

/** How soon the end of another window's process is seen, which may come without a write. */
const ALIVE_MS = 1_000;

type Needs = Pick<ConversationsNeeds, "store" | "runningConversations" | "tellElsewhere" | "failedFrom">;

/** `look` is called after a write to the store; while another window runs a turn, it is called once a second, too. */
export function followElsewhere(needs: Needs): vscode.Disposable & { look: () => void } {
  let version = -1;
  let alive: NodeJS.Timeout | undefined;
  const look = (): void => {
    const now = readDataVersion(needs.store);
    if (now === version && alive === undefined) return;
    const running = [...needs.runningConversations()].flatMap(([id, where]) => (where === "elsewhere" ? [id] : []));
    version = now;
    clearInterval(alive);
    alive = running.length > 0 ? setInterval(lookSafely, ALIVE_MS) : undefined;
    needs.tellElsewhere(
      statesElsewhere(running, storedStates(needs.store), failedSince(needs.store, needs.failedFrom)),
    );
  };
  const lookSafely = (): void => {
    try {
      look();
    } catch {
      // The store is locked or gone for a moment. The list and the panes say so if it stays.
    }
  };
  lookSafely();
  return {
    look: lookSafely,
    dispose: () => {
      clearInterval(alive);
    },
  };
}
