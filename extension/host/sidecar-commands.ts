// A side question: asked beside a conversation, which it leaves alone, and brought back if it was worth it.
import { ALL, readMessages } from "../persist/messages.ts";
import { readSession } from "../persist/sessions.ts";
import type { Core } from "./core.ts";
import { messageOf, sessionOf } from "./target.ts";

/** An ephemeral fork, shown in the place of its conversation until one goes back. Returns its id. */
export async function sidecar(core: Core, argument: unknown): Promise<string> {
  const fork = core.session(sessionOf(core, argument)).fork(messageOf(argument), true);
  await core.open(fork.id);
  return fork.id;
}

/** The last answer of a sidecar becomes text in the draft of its conversation, which is shown. */
export function bringBack(core: Core, sidecarId: string): void {
  const parent = readSession(core.store, sidecarId)?.parent_id ?? "";
  if (readSession(core.store, parent) === undefined) throw new Error("The conversation this was asked beside is gone.");
  const messages = readMessages(core.store, sidecarId, ALL).map(({ message }) => message);
  const answer = messages.findLast(({ role }) => role === "assistant");
  const text = answer?.parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("") ?? "";
  if (text === "") throw new Error("There is no answer to bring back yet.");
  const session = core.session(parent);
  const { parts } = session.draft();
  session.saveDraft({ parts: [...parts, { type: "text", text: `${parts.length > 0 ? "\n" : ""}${text}\n` }] });
  core.panes.show(parent, { replacesDraft: true });
}
