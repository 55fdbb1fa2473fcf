// The actions on a message: retry, continue, ask again, edit, branch, open a sidecar, inspect, replay.
import type { UserMessage } from "../../message/message.ts";
import type { Store } from "../../persist/database/store.ts";
import { ALL, readMessages } from "../../persist/messages.ts";
import type { ToHost } from "../../protocol/to-host.ts";
import type { MessageActionNeeds } from "./needs.ts";
import type { ShownPanes } from "./shown-pane.ts";
import { sidecar } from "./sidecar-commands.ts";
import * as words from "./words.ts";

type ActMessage = Extract<ToHost, { type: "act" }>;

export async function actOnMessage(
  needs: MessageActionNeeds,
  panes: ShownPanes,
  { action, session_id, message_id }: Omit<ActMessage, "type">,
): Promise<void> {
  switch (action) {
    case "retry":
      return retry(needs, panes, session_id, message_id);
    case "continue":
      return goOn(needs, panes, session_id);
    case "again":
      return askAgain(needs, panes, session_id, message_id);
    case "edit":
      return needs.rewind({ session_id, message_id });
    case "branch":
      await needs.branch({ session_id, message_id });
      return;
    case "sidecar":
      await sidecar(needs, panes, { session_id, message_id });
      return;
    case "inspect":
      return needs.showSentRequest({ session_id, message_id });
    case "replay":
      return needs.showReplay({ session_id, message_id });
    default:
      action satisfies never;
  }
}

/** Hides an answer and its question, and sends the question again. The draft stays as it is. */
async function retry(
  needs: MessageActionNeeds,
  panes: ShownPanes,
  conversationId: string,
  messageId: string,
): Promise<void> {
  const conversation = needs.conversation(conversationId);
  const { question } = questionOf(needs.store, conversationId, messageId);
  conversation.hide(question.id);
  needs.conversationChanged(conversationId);
  const result = await conversation.runner.submit(question.parts);
  if (result.ok) return;
  conversation.undoRewind();
  needs.conversationChanged(conversationId);
  panes.focused.fail(result.failure);
}

/** Asks the model to go on with an answer that was cut off. The draft stays as it is. */
async function goOn(needs: MessageActionNeeds, panes: ShownPanes, conversationId: string): Promise<void> {
  const result = await needs.conversation(conversationId).runner.submit([{ type: "text", text: words.goOn }]);
  if (!result.ok) panes.focused.fail(result.failure);
}

/** Sends the question of an answer again in a branch, so that the answer stays. */
async function askAgain(
  needs: MessageActionNeeds,
  panes: ShownPanes,
  conversationId: string,
  messageId: string,
): Promise<void> {
  const { question, before } = questionOf(needs.store, conversationId, messageId);
  const id =
    before === undefined ? needs.newConversationId() : needs.conversation(conversationId).fork(before, false).id;
  needs.inherit(conversationId, id);
  await panes.show(id).panel.show();
  const result = await needs.conversation(id).runner.submit(question.parts);
  if (!result.ok) panes.of(id)?.fail(result.failure);
}

/** The message that an answer answers, and the id of the message before it. */
function questionOf(
  store: Store,
  conversationId: string,
  messageId: string,
): { question: UserMessage; before?: string } {
  const messages = readMessages(store, conversationId, ALL).map(({ message }) => message);
  const end = messages.findIndex(({ id }) => id === messageId);
  const at = messages.slice(0, end + 1).findLastIndex(({ role }) => role === "user");
  const question = messages[at];
  if (question?.role !== "user") throw new Error(words.nothingToResend);
  const before = messages[at - 1]?.id;
  return before === undefined ? { question } : { question, before };
}
