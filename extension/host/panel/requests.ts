// Requests of a page that do not depend on its pane: about a turn, a file, a link or a conversation.
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
  { type: "stop" | "queue" | "queue-move" | "cancel-edit" | "resume" | "reply" | "undo-cancel" }
>;

type WindowRequest = Extract<
  ToHost,
  { type: "edits" | "pin" | "unpin" | "open" | "link" | "code" | "act" | "show" | "bring-back" | "chosen" }
>;

/** Acts on the turn of a conversation, its queue or its pending asks. */
export function actOnTurn(conversation: Conversation, message: TurnRequest): void {
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
    case "cancel-edit":
      conversation.input.cancelEdit();
      return;
    case "resume":
      conversation.resume();
      return;
    case "reply":
      conversation.runner.reply(message.call_id, message.reply);
      return;
    case "undo-cancel":
      conversation.queue.undoCancel();
      return;
    default:
      message satisfies never;
  }
}

/** Acts on files, links and conversations. */
export async function actInWindow(needs: RequestNeeds, panes: ShownPanes, message: WindowRequest): Promise<void> {
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
    case "chosen":
      needs.suggestionChosen(message.part);
      return;
    default:
      message satisfies never;
  }
}
