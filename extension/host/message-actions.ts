// What a message's menu and its error offer: try again, edit and resend, branch, ask aside, inspect.
import { ALL, readMessages } from "../persist/messages.ts";
import type { ToHost } from "../protocol/to-host.ts";
import type { Core } from "./core.ts";
import { showTurn } from "./inspect-commands.ts";
import { branch, rewind } from "./lineage-commands.ts";
import { sidecar } from "./sidecar-commands.ts";

type ActMessage = Extract<ToHost, { type: "act" }>;

export async function actOnMessage(
  core: Core,
  { action, session_id, message_id }: Omit<ActMessage, "type">,
): Promise<void> {
  switch (action) {
    case "retry":
      return retry(core, session_id, message_id);
    case "edit":
      return rewind(core, { session_id, message_id });
    case "branch":
      await branch(core, { session_id, message_id });
      return;
    case "sidecar":
      await sidecar(core, { session_id, message_id });
      return;
    case "inspect":
      return showTurn(core, { session_id, message_id });
    default:
      action satisfies never;
  }
}

/** Takes the question of an answer back and sends the same parts again; what is written stays as it is. */
async function retry(core: Core, sessionId: string, messageId: string): Promise<void> {
  const session = core.session(sessionId);
  const before = readMessages(core.store, sessionId, ALL);
  const at = before.findIndex(({ message }) => message.id === messageId);
  const question = before.slice(0, at + 1).findLast(({ message }) => message.role === "user")?.message;
  if (question?.role !== "user") throw new Error("There is no message to send again.");
  session.hide(question.id);
  core.changed(sessionId);
  const result = await session.submit(question.parts);
  if (result.ok) return;
  session.undoRewind();
  core.changed(sessionId);
  core.fail(result.failure);
}
