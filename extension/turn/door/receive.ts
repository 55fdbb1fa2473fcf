// A message from another program: queued in a conversation of its own, and held there until the user lets it go.
import { titleOf } from "../../message/conversation.ts";
import type { Origin } from "../../message/message.ts";
import type { Part } from "../../message/part.ts";
import type { Result } from "../../message/result.ts";
import type { Store } from "../../persist/database/store.ts";
import { countFromOutside } from "../../persist/queue.ts";
import type { Conversation } from "../conversation/conversation.ts";
import type { Submitted } from "../conversation/submission.ts";
import * as words from "../words.ts";

/** More than these must not wait: a program cannot fill the disk. */
const MOST_WAITING = 50;

export interface DoorPorts {
  store: Store;
  conversation: (id: string) => Pick<Conversation, "rename"> & { runner: Pick<Conversation["runner"], "keep"> };
  newConversationId: () => string;
}

export interface Received extends Submitted {
  conversation: string;
}

/** Never sends: only the user resumes the queue. Into a new conversation, unless `into` names one. */
export async function receive(
  { store, conversation, newConversationId }: DoorPorts,
  parts: readonly Part[],
  from: Origin,
  into?: string,
): Promise<Result<Received, string>> {
  if (store.readOnly) return { ok: false, failure: words.doorReadOnly };
  if (countFromOutside(store) >= MOST_WAITING) return { ok: false, failure: words.doorFull(MOST_WAITING) };
  const id = into ?? newConversationId();
  const made = conversation(id);
  const kept = await made.runner.keep(parts, { endsDraft: false, from });
  if (!kept.ok) return { ok: false, failure: kept.failure.message };
  if (into === undefined) made.rename(titleOf(parts));
  return { ok: true, value: { ...kept.value, conversation: id } };
}

/** The text of a link is never a command. */
export function linkParts(text: string): Part[] {
  return [{ type: "text", text, pasted: true }];
}
