// Stopping, and what one does with the messages that wait: from the panel, the palette or another extension.
import * as vscode from "vscode";
import * as z from "zod/mini";
import { KnownPart } from "../../message/part.ts";
import type { Draft } from "../../protocol/draft.ts";
import type { QueueAction, StopHow } from "../../protocol/queue.ts";
import { pickWithButtons } from "../window/ask.ts";
import type { Core } from "../core.ts";
import { queueStop } from "../settings/settings.ts";
import { sessionOf } from "./target.ts";
import { messageOf } from "../window/named.ts";

/** Without `how` as the setting says. */
function stopTurn(core: Core, sessionId: string, how: StopHow = queueStop()): void {
  core.session(sessionId).stop(how);
}

function actOnQueue(core: Core, sessionId: string, action: QueueAction, messageId: string): void {
  core.session(sessionId).act(action, messageId);
}

type Work = (core: Core, argument?: unknown) => void;

export function stopping(how?: StopHow): Work {
  return (core, argument) => {
    stopTurn(core, sessionOf(core, argument), how);
  };
}

/** The message that is named, or the first that waits. */
export function queueing(action: QueueAction): Work {
  return (core, argument) => {
    const sessionId = typeof argument === "string" ? core.session().id : sessionOf(core, argument);
    const named = typeof argument === "string" ? argument : messageOf(argument);
    const id = named ?? core.session(sessionId).firstQueued();
    if (id === undefined) throw new Error("The queue is empty.");
    actOnQueue(core, sessionId, action, id);
  };
}

/** The message that is named; else the user selects one, or does something else with one. */
export async function editQueued(core: Core, argument: unknown): Promise<void> {
  if (typeof argument === "string" || messageOf(argument) !== undefined) {
    queueing("edit")(core, argument);
    return;
  }
  const session = core.session(sessionOf(core, argument));
  const items = () =>
    session.queue.items.map(({ id, words, steers }, at) => ({
      label: words,
      description: steers === true ? "steers" : "",
      id,
      buttons: QUEUE_BUTTONS.filter(({ action }) => at > 0 || action !== "moveUp").map(({ action, icon, tooltip }) => ({
        iconPath: new vscode.ThemeIcon(icon),
        tooltip,
        run: () => session.act(action, id),
      })),
    }));
  if (items().length === 0) throw new Error("The queue is empty.");
  const picked = await pickWithButtons(items, {
    title: "Edit Queued Message",
    placeHolder: "Select a message to edit it in the input",
  });
  if (picked !== undefined) session.act("edit", picked.id);
}

const QUEUE_BUTTONS: readonly { action: QueueAction; icon: string; tooltip: string }[] = [
  { action: "sendNow", icon: "send", tooltip: "Send Now" },
  { action: "moveUp", icon: "arrow-up", tooltip: "Move Up" },
  { action: "moveDown", icon: "arrow-down", tooltip: "Move Down" },
  { action: "cancel", icon: "close", tooltip: "Cancel" },
];

/** Parts are kept for later, whatever runs; with none, what waits goes. */
export async function addToQueue(core: Core, argument: unknown, given: unknown): Promise<void> {
  const session = core.session(sessionOf(core, argument));
  const parts = z.array(KnownPart).parse(given ?? []);
  if (parts.length === 0) {
    session.resume();
    return;
  }
  const kept = await session.keep(parts);
  if (kept.ok) return;
  giveBack(core, session.id, { parts });
  core.fail(kept.failure);
}

export const resumeQueue: Work = (core, argument) => {
  core.session(sessionOf(core, argument)).resume();
};

/** What came back is stored as the draft; a pane that shows it has it in its input too. */
export function giveBack(core: Core, sessionId: string, draft: Draft): void {
  if (draft.parts.length > 0) core.panes.of(sessionId)?.post({ type: "returned", session_id: sessionId, draft });
}
