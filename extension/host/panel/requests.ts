// What a page asks that is the same whichever pane it is in: about a turn, a file, a link or a conversation.
import type { ToHost } from "../../protocol/to-host.ts";
import type { Conversation } from "../../turn/conversation/conversation.ts";
import { queueStop } from "../settings/settings.ts";
import { actOnMessage } from "./message-actions.ts";
import type { RequestNeeds } from "./needs.ts";
import { openLink, openPart } from "./open-part.ts";
import type { ShownPanes } from "./shown-pane.ts";
import { bringBack } from "./sidecar-commands.ts";

type TurnRequest = Extract<
  ToHost,
  { type: "stop" | "queue" | "queue-move" | "cancelEdit" | "resume" | "reply" | "undoCancel" }
>;

type WindowRequest = Extract<
  ToHost,
  { type: "edits" | "pin" | "unpin" | "open" | "link" | "code" | "act" | "show" | "bring-back" | "close" | "chosen" }
>;

/** About the turn of a conversation and what waits for it. */
export function askTurn(conversation: Conversation, message: TurnRequest): void {
  switch (message.type) {
    case "stop":
      conversation.stop(message.how ?? queueStop());
      return;
    case "queue":
      conversation.act(message.action, message.message_id);
      return;
    case "queue-move":
      conversation.queue.move(message.message_id, { before: message.before });
      return;
    case "cancelEdit":
      conversation.input.cancelEdit();
      return;
    case "resume":
      conversation.resume();
      return;
    case "reply":
      conversation.runner.reply(message.call_id, message.reply);
      return;
    case "undoCancel":
      conversation.queue.undoCancel();
      return;
    default:
      message satisfies never;
  }
}

/** About files, links and conversations. */
export async function askWindow(needs: RequestNeeds, panes: ShownPanes, message: WindowRequest): Promise<void> {
  switch (message.type) {
    case "edits":
      return needs.actOnEdits(message);
    case "pin":
      needs.pin([message.part], message.title);
      return;
    case "unpin":
      needs.unpin([message.id]);
      return;
    case "open":
      return openPart(needs, message.part, message.stays);
    case "link":
      return openLink(message.href);
    case "code":
      return needs.actOnCode(message);
    case "act":
      return actOnMessage(needs, panes, message);
    case "show":
      return panes.show(message.session_id).panel.show();
    case "bring-back":
      return bringBack(needs, panes, message.session_id);
    case "close":
      panes.closeSide();
      return;
    case "chosen":
      needs.suggestionChosen(message.part);
      return;
    default:
      message satisfies never;
  }
}
