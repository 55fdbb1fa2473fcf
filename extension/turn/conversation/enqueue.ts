// Composes a draft and stores it in the queue. Its files and symbols are read again when it is sent.
import type { Composed } from "../../compose/compose.ts";
import type { Origin, UserMessage } from "../../message/message.ts";
import type { Part } from "../../message/part.ts";
import type { Result } from "../../message/result.ts";
import { enqueue, type Hold, holdQueue, requeue } from "../../persist/queue.ts";
import { acquireFacts, composeMessage, type GatherPorts } from "../gather.ts";
import { type DraftPorts, readDraft } from "../read-draft.ts";
import { saveFailure } from "../recorder.ts";

export type EnqueuePorts = DraftPorts & GatherPorts;

export interface QueuePlace {
  endsDraft: boolean;
  /** Holds the queue until the user resumes it. */
  holds: Hold | null;
  /** The running turn takes the message in after its next tool. */
  steers: boolean;
  /** The queued message that it replaces. */
  was?: UserMessage | undefined;
  /** Set if the user did not write it. */
  from?: Origin;
}

export async function enqueueDraft(
  ports: EnqueuePorts,
  conversationId: string,
  parts: readonly Part[],
  place: QueuePlace,
): Promise<Result<UserMessage>> {
  try {
    const source = place.from?.kind === "schedule" ? "scheduled" : undefined;
    const draft = await readDraft(ports, conversationId, parts, undefined, source);
    if (!draft.ok) return draft;
    const { outgoing, keepRefusal } = draft.value;
    const composed = composeMessage(ports, outgoing, await acquireFacts(ports, outgoing));
    keepRefusal();
    const [failure] = composed.failures;
    if (failure !== undefined) return { ok: false, failure };
    return { ok: true, value: save(ports, conversationId, composed, place) };
  } catch (error) {
    return { ok: false, failure: saveFailure(error) };
  }
}

function save(
  ports: EnqueuePorts,
  conversationId: string,
  { message: composed }: Composed,
  place: QueuePlace,
): UserMessage {
  const { endsDraft, holds, was } = place;
  // Galley does not see the steps of an agent, so a message cannot steer one.
  const steers = place.steers && ports.model(conversationId).keeps_session !== true;
  const at = ports.now();
  const { snapshots, symbols, ...own } = composed.metadata;
  const metadata = place.from === undefined ? own : { ...own, origin: place.from };
  const plain = { ...composed, metadata: steers ? { ...metadata, steers } : metadata };
  const message = was === undefined || steers ? plain : inPlaceOf(plain, was);
  const row = { session_id: conversationId, at, message, contents: new Map<string, string>(), ends_draft: endsDraft };
  if (message.id === was?.id) requeue(ports.store, row);
  else enqueue(ports.store, row);
  if (holds !== null) holdQueue(ports.store, conversationId, holds);
  return message;
}

/** Gives the edited message the id and the time of the one it replaces, so that it keeps its place. */
function inPlaceOf(message: UserMessage, { id, metadata: { queued_at, steers } }: UserMessage): UserMessage {
  return { ...message, id, metadata: { ...message.metadata, queued_at, ...(steers === true && { steers }) } };
}
