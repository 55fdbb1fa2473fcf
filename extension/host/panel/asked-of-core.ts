// What a webview asks that is the same whichever pane it is in: passed to the conversation or the part of the core it is about.
import type { ToHost } from "../../protocol/to-host.ts";
import type { Core } from "../core.ts";
import { actOnMessage } from "./message-actions.ts";
import { openLink, openPart } from "./open-part.ts";
import { actOnQueue, stopTurn } from "../conversations/queue-commands.ts";
import { bringBack } from "./sidecar-commands.ts";

type OfTurn = Extract<
  ToHost,
  { type: "stop" | "queue" | "queue-move" | "cancelEdit" | "resume" | "reply" | "undoCancel" }
>;

type OfCore = Extract<
  ToHost,
  { type: "edits" | "pin" | "unpin" | "open" | "link" | "code" | "act" | "show" | "bring-back" | "close" | "chosen" }
>;

/** About the turn of a conversation and what waits for it. */
export function askTurn(core: Core, message: OfTurn): void {
  const session = core.session(message.session_id);
  switch (message.type) {
    case "stop":
      stopTurn(core, message.session_id, message.how);
      return;
    case "queue":
      actOnQueue(core, message.session_id, message.action, message.message_id);
      return;
    case "queue-move":
      session.move(message.message_id, message.before);
      return;
    case "cancelEdit":
      session.cancelEdit();
      return;
    case "resume":
      session.resume();
      return;
    case "reply":
      session.reply(message.call_id, message.reply);
      return;
    case "undoCancel":
      session.undoCancel();
      return;
    default:
      message satisfies never;
  }
}

/** About files, links and conversations. */
export async function askCore(core: Core, message: OfCore): Promise<void> {
  switch (message.type) {
    case "edits":
      return core.edits.files.act(message);
    case "pin":
      core.shelf.pin([message.part], { title: message.title });
      return;
    case "unpin":
      core.shelf.unpin([message.id]);
      return;
    case "open":
      return openPart(core, message.part, message.stays);
    case "link":
      return openLink(message.href);
    case "code":
      return core.edits.actOnCode(message);
    case "act":
      return actOnMessage(core, message);
    case "show":
      return core.open(message.session_id);
    case "bring-back":
      return bringBack(core, message.session_id);
    case "close":
      core.panes.closeSide();
      return;
    case "chosen":
      core.suggest.chosen(message.part);
      return;
    default:
      message satisfies never;
  }
}
