// A side question: asked beside a conversation, which it leaves alone, and brought back if it was worth it.
import * as z from "zod/mini";
import { isBlank } from "../../message/message.ts";
import { KnownPart } from "../../message/part.ts";
import type { Store } from "../../persist/database/store.ts";
import { ALL, readMessages } from "../../persist/messages.ts";
import { deleteSession, readSession } from "../../persist/sessions.ts";
import { inTime } from "../window/in-time.ts";
import { messageOf, namedBy } from "../window/named.ts";
import type { ConversationNeeds, SidecarNeeds } from "./needs.ts";
import type { ShownPanes } from "./shown-pane.ts";

/** Opens an ephemeral fork in the sidecar pane and sends `given` there, if any. Returns its id. */
export async function sidecar(
  needs: SidecarNeeds,
  panes: ShownPanes,
  argument: unknown,
  given?: unknown,
): Promise<string> {
  const parentId = namedBy(argument) ?? panes.main.id;
  const parts = z.array(KnownPart).parse(given ?? []);
  const fork = forkFor(needs, panes, { parentId, from: messageOf(argument), parts });
  await needs.inherit(parentId, fork);
  const pane = panes.show(fork);
  // Asked before it is shown: a window without room for it still has the answer in the list.
  if (!isBlank(parts)) await ask(needs, panes, fork, parts);
  panes.use(pane);
  // Without room for the pane the conversation is still in the list.
  await inTime(pane.panel.focus()).catch(() => undefined);
  return fork;
}

interface Fork {
  parentId: string;
  from: string | undefined;
  parts: KnownPart[];
}

/** What was to be asked goes back when there is nothing to ask it beside. */
function forkFor(needs: ConversationNeeds, panes: ShownPanes, { parentId, from, parts }: Fork): string {
  const parent = needs.conversation(parentId);
  try {
    return parent.fork(from, true).id;
  } catch (error) {
    if (!isBlank(parts)) void panes.of(parentId)?.draft.addTo(parentId, parts, "end");
    throw error;
  }
}

async function ask(needs: SidecarNeeds, panes: ShownPanes, id: string, parts: KnownPart[]): Promise<void> {
  const conversation = needs.conversation(id);
  const result = await conversation.runner.submit(parts);
  if (result.ok) return;
  conversation.input.save({ parts });
  needs.conversationChanged(id, { replacesDraft: true });
  panes.of(id)?.fail(result.failure);
}

/** The last answer of a sidecar becomes text at the end of the draft of its conversation, which is shown. */
export async function bringBack({ store }: ConversationNeeds, panes: ShownPanes, argument: unknown): Promise<void> {
  const id = typeof argument === "string" ? argument : panes.side?.id;
  if (id === undefined) throw new Error("No sidecar is open.");
  const parent = conversationOf(store, id);
  const answer = own(store, id).findLast(({ message }) => message.role === "assistant")?.message;
  const text = answer?.parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("") ?? "";
  if (text === "") throw new Error("The sidecar has no answer to insert yet.");
  const pane = panes.of(parent) ?? panes.show(parent);
  await pane.panel.reveal();
  const isFirst = pane.conversation.input.draft.parts.length === 0;
  // What a model wrote gives no command, whatever it begins with.
  const part: KnownPart = { type: "text", text: `${isFirst ? "" : "\n"}${text}\n`, pasted: true };
  await pane.draft.addTo(parent, [part], "end");
  pane.post({ type: "focus" });
}

/** A sidecar in which nothing was asked or written is not worth keeping. */
export function dropUnused(needs: ConversationNeeds, id: string): void {
  const { store } = needs;
  const conversation = needs.conversation(id);
  if (!conversation.isAtRest) return;
  if (
    own(store, id).length > 0 ||
    conversation.input.draft.parts.length > 0 ||
    conversation.queue.first() !== undefined
  )
    return;
  if (!store.readOnly) deleteSession(store, id, Date.now());
}

/** What was said in it, without what it took along. */
function own(store: Store, id: string): ReturnType<typeof readMessages> {
  const since = readSession(store, id)?.created_at ?? 0;
  return readMessages(store, id, ALL).filter(({ at }) => at >= since);
}

/** The conversation a sidecar was asked beside; for one beside another sidecar, that one's. */
function conversationOf(store: Store, id: string): string {
  let next = readSession(store, id);
  while (next?.ephemeral === true) next = readSession(store, next.parent_id ?? "");
  if (next === undefined) throw new Error("The main conversation of this sidecar was deleted.");
  return next.id;
}
