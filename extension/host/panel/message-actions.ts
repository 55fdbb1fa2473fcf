// What a message's menu and its error offer: try again, ask again, edit and resend, branch, ask aside, inspect.
import type { UserMessage } from "../../message/message.ts";
import { ALL, readMessages } from "../../persist/messages.ts";
import type { ToHost } from "../../protocol/to-host.ts";
import type { Core } from "../core.ts";
import { sidecar } from "./sidecar-commands.ts";

type ActMessage = Extract<ToHost, { type: "act" }>;

export async function actOnMessage(
  core: Core,
  { action, session_id, message_id }: Omit<ActMessage, "type">,
): Promise<void> {
  switch (action) {
    case "retry":
      return retry(core, session_id, message_id);
    case "again":
      return askAgain(core, session_id, message_id);
    case "edit":
      return core.conversations.rewind({ session_id, message_id });
    case "branch":
      await core.conversations.branch({ session_id, message_id });
      return;
    case "sidecar":
      await sidecar(core, { session_id, message_id });
      return;
    case "inspect":
      return core.inspector.showTurn({ session_id, message_id });
    default:
      action satisfies never;
  }
}

/** Takes the question of an answer back and sends the same parts again; what is written stays as it is. */
async function retry(core: Core, sessionId: string, messageId: string): Promise<void> {
  const session = core.session(sessionId);
  const { question } = questionOf(core, sessionId, messageId);
  session.hide(question.id);
  core.changed(sessionId);
  const result = await session.submit(question.parts);
  if (result.ok) return;
  session.undoRewind();
  core.changed(sessionId);
  core.fail(result.failure);
}

/** The question of a finished answer, asked once more in a branch: the answer that is there stays. */
async function askAgain(core: Core, sessionId: string, messageId: string): Promise<void> {
  const { question, before } = questionOf(core, sessionId, messageId);
  const id = before === undefined ? core.newId("ses") : core.session(sessionId).fork(before, false).id;
  await core.models.inherit(sessionId, id);
  core.agents.inherit(sessionId, id);
  await core.open(id);
  const result = await core.session(id).submit(question.parts);
  if (!result.ok) core.panes.of(id)?.fail(result.failure);
}

/** What an answer answers, and the message before that, if there is one. */
function questionOf(core: Core, sessionId: string, messageId: string): { question: UserMessage; before?: string } {
  const messages = readMessages(core.store, sessionId, ALL).map(({ message }) => message);
  const end = messages.findIndex(({ id }) => id === messageId);
  const at = messages.slice(0, end + 1).findLastIndex(({ role }) => role === "user");
  const question = messages[at];
  if (question?.role !== "user") throw new Error("No message to resend.");
  const before = messages[at - 1]?.id;
  return before === undefined ? { question } : { question, before };
}
