// Inspect: what would be sent now, and what was sent for a turn.
import { oneLine, wordsOf } from "../../text/words.ts";
import { ALL, readMessages } from "../../persist/messages.ts";
import { type Inspected, inspectNext, inspectTurn } from "../../preview/inspect.ts";
import { pickOne } from "../window/ask.ts";
import type { Core } from "../core.ts";
import { sessionOf } from "../conversations/target.ts";
import { messageOf } from "../window/named.ts";

export function showNext(core: Core): void {
  const pane = core.panes.focused;
  const look = (): Promise<Inspected> =>
    inspectNext(core.rooms, pane.id, [...pane.session.draft().parts, ...pane.ghosts.automatic]);
  const title = pane === core.panes.side ? "Request Preview: Sidecar" : "Request Preview";
  core.inspector.show(title, look, { isLive: true });
}

/** A menu names the message, an answer by way of its question; a person is asked which. */
export async function showTurn(core: Core, argument: unknown): Promise<void> {
  const sessionId = sessionOf(core, argument);
  const named = messageOf(argument);
  const messageId = named === undefined ? await askTurn(core, sessionId) : questionOf(core, sessionId, named);
  if (messageId === undefined) return;
  const look = (): Promise<Inspected | undefined> => Promise.resolve(inspectTurn(core.rooms, sessionId, messageId));
  core.inspector.show("Sent Request", look, { isLive: false });
}

function questionOf(core: Core, sessionId: string, messageId: string): string | undefined {
  const messages = readMessages(core.store, sessionId, ALL).map(({ message }) => message);
  const at = messages.findIndex(({ id }) => id === messageId);
  return messages.slice(0, at + 1).findLast(({ role }) => role === "user")?.id;
}

async function askTurn(core: Core, sessionId: string): Promise<string | undefined> {
  const items = readMessages(core.store, sessionId, ALL).flatMap(({ message }) =>
    message.role === "user" ? [{ label: oneLine(message.parts.map(wordsOf).join("")), id: message.id }] : [],
  );
  if (items.length === 0) throw new Error("No messages have been sent in this conversation.");
  const picked = await pickOne(items.reverse(), { title: "Show Sent Request: Select Message" });
  return picked?.id;
}
