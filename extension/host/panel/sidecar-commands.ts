// A side question: asked beside a conversation, which it leaves alone, and brought back if it was worth it.
import * as z from "zod/mini";
import { isBlank } from "../../message/message.ts";
import { KnownPart } from "../../message/part.ts";
import { ALL, readMessages } from "../../persist/messages.ts";
import { deleteSession, readSession } from "../../persist/sessions.ts";
import type { Core } from "../core.ts";
import { inTime } from "../window/in-time.ts";
import { mainOf } from "../conversations/target.ts";
import { messageOf } from "../window/named.ts";

/** Opens an ephemeral fork in the sidecar pane and sends `given` there, if any. Returns its id. */
export async function sidecar(core: Core, argument: unknown, given?: unknown): Promise<string> {
  const parentId = mainOf(core, argument);
  const parts = z.array(KnownPart).parse(given ?? []);
  const fork = forkFor(core, parentId, messageOf(argument), parts);
  await core.models.inherit(parentId, fork);
  core.agents.inherit(parentId, fork);
  const pane = core.panes.show(fork);
  // Asked before it is shown: a window without room for it still has the answer in the list.
  if (!isBlank(parts)) await ask(core, fork, parts);
  core.panes.use(pane);
  await inTime(pane.panel.focus()).catch(() => undefined);
  return fork;
}

/** What was to be asked goes back when there is nothing to ask it beside. */
function forkFor(core: Core, parentId: string, from: string | undefined, parts: KnownPart[]): string {
  const parent = core.session(parentId);
  try {
    return parent.fork(from, true).id;
  } catch (error) {
    if (!isBlank(parts)) void core.panes.of(parentId)?.draft.addTo(parentId, parts, "end");
    throw error;
  }
}

async function ask(core: Core, id: string, parts: KnownPart[]): Promise<void> {
  const session = core.session(id);
  const result = await session.submit(parts);
  if (result.ok) return;
  session.saveDraft({ parts });
  core.changed(id, { replacesDraft: true });
  core.panes.of(id)?.fail(result.failure);
}

/** The last answer of a sidecar becomes text at the end of the draft of its conversation, which is shown. */
export async function bringBack(core: Core, argument: unknown): Promise<void> {
  const id = typeof argument === "string" ? argument : core.panes.side?.id;
  if (id === undefined) throw new Error("No sidecar is open.");
  const parent = conversationOf(core, id);
  const answer = own(core, id).findLast(({ message }) => message.role === "assistant")?.message;
  const text = answer?.parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("") ?? "";
  if (text === "") throw new Error("The sidecar has no answer to insert yet.");
  const pane = core.panes.of(parent) ?? core.panes.show(parent);
  await pane.panel.reveal();
  const isFirst = pane.session.draft().parts.length === 0;
  // What a model wrote gives no command, whatever it begins with.
  const part: KnownPart = { type: "text", text: `${isFirst ? "" : "\n"}${text}\n`, pasted: true };
  await pane.draft.addTo(parent, [part], "end");
  pane.post({ type: "focus" });
}

export function closeSidecar(core: Core): void {
  core.panes.closeSide();
}

/** A sidecar in which nothing was asked or written is not worth keeping. */
export function dropUnused(core: Core, id: string): void {
  const session = core.session(id);
  if (!session.isAtRest) return;
  if (own(core, id).length > 0 || session.draft().parts.length > 0 || session.firstQueued() !== undefined) return;
  if (!core.store.readOnly) deleteSession(core.store, id, Date.now());
}

/** What was said in it, without what it took along. */
function own(core: Core, id: string): ReturnType<typeof readMessages> {
  const since = readSession(core.store, id)?.created_at ?? 0;
  return readMessages(core.store, id, ALL).filter(({ at }) => at >= since);
}

/** The conversation a sidecar was asked beside; for one beside another sidecar, that one's. */
function conversationOf(core: Core, id: string): string {
  let next = readSession(core.store, id);
  while (next?.ephemeral === true) next = readSession(core.store, next.parent_id ?? "");
  if (next === undefined) throw new Error("The main conversation of this sidecar was deleted.");
  return next.id;
}
