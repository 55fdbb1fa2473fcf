// Sidecars: opens one beside a conversation, inserts its answer there, and drops one that was never used.
import * as z from "zod/mini";
import { isBlank } from "../../message/message.ts";
import { KnownPart } from "../../message/part.ts";
import type { Store } from "../../persist/database/store.ts";
import { ALL, readMessages } from "../../persist/messages.ts";
import { deleteConversation, readSummary } from "../../persist/conversations.ts";
import { inTime } from "../window/in-time.ts";
import { messageOf, namedBy } from "../window/named.ts";
import type { ConversationNeeds, SidecarNeeds } from "./needs.ts";
import type { ShownPanes } from "./shown-pane.ts";
import * as words from "./words.ts";

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
  needs.inherit(parentId, fork);
  const pane = panes.show(fork);
  // Submit before showing: if the window has no room for the pane, the user finds the answer in the list.
  if (!isBlank(parts)) await ask(needs, panes, fork, parts);
  panes.use(pane);
  // A pane that cannot be shown is no failure, for the same reason.
  await inTime(pane.panel.focus()).catch(() => undefined);
  return fork;
}

interface Fork {
  parentId: string;
  from: string | undefined;
  parts: KnownPart[];
}

/** Puts the question into the draft of the conversation if the fork fails. */
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

/** Appends the last answer of a sidecar to the draft of its main conversation, and shows that conversation. */
export async function bringBack({ store }: ConversationNeeds, panes: ShownPanes, argument: unknown): Promise<void> {
  const id = typeof argument === "string" ? argument : panes.sidecar?.id;
  if (id === undefined) throw new Error(words.noSidecar);
  const parent = mainConversationOf(store, id);
  const answer = ownMessages(store, id).findLast(({ message }) => message.role === "assistant")?.message;
  const text = answer?.parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("") ?? "";
  if (text === "") throw new Error(words.noSidecarAnswer);
  const pane = panes.of(parent) ?? panes.show(parent);
  await pane.panel.reveal();
  const isFirst = pane.conversation.input.draft.parts.length === 0;
  // `pasted`: the model's text must not give a command, even if it begins with a slash.
  const part: KnownPart = { type: "text", text: `${isFirst ? "" : "\n"}${text}\n`, pasted: true };
  await pane.draft.addTo(parent, [part], "end");
  pane.post({ type: "focus" });
}

/** Deletes a sidecar without own messages, draft or queue. */
export function dropUnused(needs: ConversationNeeds, id: string): void {
  const { store } = needs;
  const { isAtRest, input, queue } = needs.conversation(id);
  const isUsed = ownMessages(store, id).length > 0 || input.draft.parts.length > 0 || queue.first() !== undefined;
  if (!isAtRest || isUsed) return;
  if (!store.readOnly) deleteConversation(store, id, Date.now());
}

/** The messages of a sidecar, without those from its main conversation. */
function ownMessages(store: Store, id: string): ReturnType<typeof readMessages> {
  const since = readSummary(store, id)?.created_at ?? 0;
  return readMessages(store, id, ALL).filter(({ at }) => at >= since);
}

/** The main conversation of a sidecar, also if the sidecar was opened beside another sidecar. */
function mainConversationOf(store: Store, id: string): string {
  let next = readSummary(store, id);
  while (next?.ephemeral === true) next = readSummary(store, next.parent_id ?? "");
  if (next === undefined) throw new Error(words.mainDeleted);
  return next.id;
}
