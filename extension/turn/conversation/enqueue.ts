// A message that must wait: composed now, stored in the queue. Its files are read again when it is sent.
import type { Composed } from "../../compose/compose.ts";
import type { UserMessage } from "../../message/message.ts";
import type { Part } from "../../message/part.ts";
import { enqueue, type Hold, holdQueue, requeue } from "../../persist/queue.ts";
import { acquireFacts, composeMessage } from "../gather.ts";
import { readDraft } from "../read-draft.ts";
import { saveFailure } from "../recorder.ts";
import type { Rooms } from "../rooms.ts";
import type { Saved } from "../sources.ts";

export interface InLine {
  endsDraft: boolean;
  /** Nothing of the queue goes until the user says so. */
  holds: Hold | null;
  /** It goes into the turn that runs, at its next tool. */
  steers: boolean;
  /** The message it was: it takes its place. */
  was?: UserMessage | undefined;
}

export async function enqueueDraft(
  rooms: Rooms,
  sessionId: string,
  parts: readonly Part[],
  line: InLine,
): Promise<Saved> {
  try {
    const draft = await readDraft(rooms, sessionId, parts, undefined);
    if (!draft.ok) return draft;
    const composed = composeMessage(rooms, draft.outgoing, await acquireFacts(rooms, draft.outgoing));
    draft.keepRefusal();
    const [failure] = composed.failures;
    return failure === undefined ? save(rooms, sessionId, composed, line) : { ok: false, failure };
  } catch (error) {
    return { ok: false, failure: saveFailure(error) };
  }
}

function save(rooms: Rooms, sessionId: string, { message: composed }: Composed, line: InLine): Saved {
  const { endsDraft, holds, was } = line;
  // The next step of an agent is not known here.
  const steers = line.steers && rooms.model(sessionId).keeps_session !== true;
  const at = rooms.now();
  const { snapshots, ...metadata } = composed.metadata;
  const plain = { ...composed, metadata: steers ? { ...metadata, steers } : metadata };
  const message = was === undefined || steers ? plain : inPlaceOf(plain, was);
  const row = { session_id: sessionId, at, message, contents: new Map<string, string>(), ends_draft: endsDraft };
  if (message.id === was?.id) requeue(rooms.store, row);
  else enqueue(rooms.store, row);
  if (holds !== null) holdQueue(rooms.store, sessionId, holds);
  return { ok: true, begun: { message, at } };
}

/** The same message with other words: of those that came at the same time it still is the first or the last. */
function inPlaceOf(message: UserMessage, { id, metadata: { queued_at, steers } }: UserMessage): UserMessage {
  return { ...message, id, metadata: { ...message.metadata, queued_at, ...(steers === true && { steers }) } };
}
