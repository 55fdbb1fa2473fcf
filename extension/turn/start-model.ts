// What a turn needs that runs beside it: started before the first request, never for a preview or when a conversation is opened.
import type { Failure } from "../message/failure.ts";
import { type Model, modelKey } from "../message/model.ts";
import type { Rooms } from "./rooms.ts";

/** Ready for the model that answers: one that is chosen while another is waited for is waited for, too. */
export async function startModel(rooms: Rooms, sessionId: string, signal: AbortSignal): Promise<Failure | undefined> {
  for (;;) {
    const model = rooms.model(sessionId);
    const unable = await startFor(rooms, model, signal);
    if (signal.aborted || modelKey(rooms.model(sessionId)) === modelKey(model)) return unable;
  }
}

/** What the turn needs runs; an agent has said what it takes before anything is made for it. Says why it has not. */
export async function startFor(
  rooms: Rooms,
  { keeps_session, id }: Model,
  signal: AbortSignal,
): Promise<Failure | undefined> {
  if (keeps_session === true) return rooms.agents?.start(id, signal);
  await rooms.start?.(signal);
  return undefined;
}
