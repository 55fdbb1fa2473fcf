// Stopping, and what one does with the messages that wait: from the palette or another extension.
import * as vscode from "vscode";
import * as z from "zod/mini";
import { KnownPart } from "../../message/part.ts";
import type { QueueAction, StopHow } from "../../protocol/queue.ts";
import type { Conversation } from "../../turn/conversation/conversation.ts";
import { pickWithButtons } from "../window/ask.ts";
import type { CommandHandlers } from "../window/command-handlers.ts";
import { messageOf, namedBy } from "../window/named.ts";
import { queueStop } from "../settings/settings.ts";
import type { ConversationsNeeds } from "./needs.ts";

type Needs = Pick<ConversationsNeeds, "conversation" | "focusedConversation" | "giveBack" | "reportFailure">;

export function queueCommands(needs: Needs): CommandHandlers {
  /** Without `how` as the setting says. */
  const stopping = (how?: StopHow) => (argument: unknown) => calledOn(needs, argument).stop(how ?? queueStop());
  const queueing = (action: QueueAction) => (argument: unknown) => actOnQueue(needs, action, argument);
  return {
    "galley.stop": stopping(),
    "galley.stopAndHold": stopping("hold"),
    "galley.stopAndClear": stopping("clear"),
    "galley.queue.edit": (argument) => editQueued(needs, argument),
    "galley.queue.cancel": queueing("cancel"),
    "galley.queue.moveUp": queueing("moveUp"),
    "galley.queue.moveDown": queueing("moveDown"),
    "galley.queue.sendNow": queueing("sendNow"),
    "galley.queue.resume": (argument) => calledOn(needs, argument).resume(),
    "galley.queue.add": (argument, parts) => addToQueue(needs, argument, parts),
  };
}

/** Without a name the one that was used last. */
function calledOn({ conversation, focusedConversation }: Needs, argument: unknown): Conversation {
  return conversation(namedBy(argument) ?? focusedConversation());
}

/** The message that is named, or the first that waits. A bare name is that of a message here. */
function actOnQueue(needs: Needs, action: QueueAction, argument: unknown): void {
  const isMessage = typeof argument === "string";
  const conversation = calledOn(needs, isMessage ? undefined : argument);
  const id = (isMessage ? argument : messageOf(argument)) ?? conversation.queue.first();
  if (id === undefined) throw new Error("The queue is empty.");
  conversation.act(action, id);
}

/** The message that is named; else the user selects one, or does something else with one. */
async function editQueued(needs: Needs, argument: unknown): Promise<void> {
  if (typeof argument === "string" || messageOf(argument) !== undefined) {
    actOnQueue(needs, "edit", argument);
    return;
  }
  const conversation = calledOn(needs, argument);
  const items = () =>
    conversation.queue.shown().items.map(({ id, words, steers }, at) => ({
      label: words,
      description: steers === true ? "steers" : "",
      id,
      buttons: QUEUE_BUTTONS.filter(({ action }) => at > 0 || action !== "moveUp").map(({ action, icon, tooltip }) => ({
        iconPath: new vscode.ThemeIcon(icon),
        tooltip,
        run: () => conversation.act(action, id),
      })),
    }));
  if (items().length === 0) throw new Error("The queue is empty.");
  const picked = await pickWithButtons(items, {
    title: "Edit Queued Message",
    placeHolder: "Select a message to edit it in the input",
  });
  if (picked !== undefined) conversation.act("edit", picked.id);
}

const QUEUE_BUTTONS: readonly { action: QueueAction; icon: string; tooltip: string }[] = [
  { action: "sendNow", icon: "send", tooltip: "Send Now" },
  { action: "moveUp", icon: "arrow-up", tooltip: "Move Up" },
  { action: "moveDown", icon: "arrow-down", tooltip: "Move Down" },
  { action: "cancel", icon: "close", tooltip: "Cancel" },
];

/** Parts are kept for later, whatever runs; with none, what waits goes. */
async function addToQueue(needs: Needs, argument: unknown, given: unknown): Promise<void> {
  const conversation = calledOn(needs, argument);
  const parts = z.array(KnownPart).parse(given ?? []);
  if (parts.length === 0) {
    conversation.resume();
    return;
  }
  const kept = await conversation.input.keep(parts);
  if (kept.ok) return;
  needs.giveBack(conversation.id, { parts });
  needs.reportFailure(kept.failure);
}
