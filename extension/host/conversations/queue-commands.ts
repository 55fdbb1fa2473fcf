// The commands that stop a turn and change the queue, for the palette and other extensions.
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
import * as words from "./words.ts";

type Needs = Pick<ConversationsNeeds, "conversation" | "focusedConversation" | "giveBack" | "reportFailure">;

export function queueCommands(needs: Needs): CommandHandlers {
  /** Without `how`, as the setting says. */
  const stopping = (how?: StopHow) => (argument: unknown) => calledOn(needs, argument).stop(how ?? queueStop());
  const queueing = (action: QueueAction) => (argument: unknown) => actOnQueue(needs, action, argument);
  return {
    "galley.stop": stopping(),
    "galley.stopAndHold": stopping("hold"),
    "galley.stopAndClear": stopping("clear"),
    "galley.queue.edit": (argument) => editQueued(needs, argument),
    "galley.queue.cancel": queueing("cancel"),
    "galley.queue.moveUp": queueing("move-up"),
    "galley.queue.moveDown": queueing("move-down"),
    "galley.queue.sendNow": queueing("send-now"),
    "galley.queue.resume": (argument) => calledOn(needs, argument).resume(),
    "galley.queue.add": (argument, parts) => addToQueue(needs, argument, parts),
  };
}

/** The conversation that the argument names, or else the one that the user used last. */
function calledOn({ conversation, focusedConversation }: Needs, argument: unknown): Conversation {
  return conversation(namedBy(argument) ?? focusedConversation());
}

/** Acts on the message that the argument names, or else on the first of the queue. A string is the id of a message. */
function actOnQueue(needs: Needs, action: QueueAction, argument: unknown): void {
  const isMessage = typeof argument === "string";
  const conversation = calledOn(needs, isMessage ? undefined : argument);
  const id = (isMessage ? argument : messageOf(argument)) ?? conversation.queue.first();
  if (id === undefined) throw new Error(words.queueEmpty);
  conversation.act(action, id);
}

/** Edits the message that the argument names; otherwise the user selects one, or uses a button of the list. */
async function editQueued(needs: Needs, argument: unknown): Promise<void> {
  if (typeof argument === "string" || messageOf(argument) !== undefined) {
    actOnQueue(needs, "edit", argument);
    return;
  }
  const conversation = calledOn(needs, argument);
  const items = () =>
    conversation.queue.shown().items.map(({ id, words: label, steers }, at) => ({
      label,
      description: steers === true ? words.steers : "",
      id,
      buttons: QUEUE_BUTTONS.filter(({ action }) => at > 0 || action !== "move-up").map(
        ({ action, icon, tooltip }) => ({
          iconPath: new vscode.ThemeIcon(icon),
          tooltip,
          run: () => conversation.act(action, id),
        }),
      ),
    }));
  if (items().length === 0) throw new Error(words.queueEmpty);
  const picked = await pickWithButtons(items, { title: words.editQueuedTitle, placeHolder: words.selectToEdit });
  if (picked !== undefined) conversation.act("edit", picked.id);
}

const QUEUE_BUTTONS: readonly { action: QueueAction; icon: string; tooltip: string }[] = [
  { action: "send-now", icon: "send", tooltip: words.sendNow },
  { action: "move-up", icon: "arrow-up", tooltip: words.moveUp },
  { action: "move-down", icon: "arrow-down", tooltip: words.moveDown },
  { action: "cancel", icon: "close", tooltip: words.cancel },
];

/** Adds a message to the queue, also if no turn runs. Without parts, resumes the queue. */
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
