// What would be sent now: the stages of a turn without a trace. Nothing is stored, and nothing is started.
import type { Facts } from "../acquire/facts.ts";
import type { Invoked } from "../compose/catalog.ts";
import type { UserMessage } from "../message/message.ts";
import type { Part } from "../message/part.ts";
import { acquireFacts, composeMessage } from "../turn/gather.ts";
import { assembleRequest, lowerRequest, type LoweredRequest } from "../turn/request/make-request.ts";
import { preparedCatalog } from "../turn/request/prepared-catalog.ts";
import type { Rooms } from "../turn/rooms.ts";

export interface Preview extends LoweredRequest {
  facts: Facts;
  turn: UserMessage;
  /** What its package came to, where it gives one. */
  invoked: Invoked | undefined;
}

export async function preview(rooms: Rooms, sessionId: string, parts: readonly Part[]): Promise<Preview> {
  await rooms.ready?.();
  const { catalog, invoked } = await preparedCatalog(rooms, sessionId, parts);
  const known = await acquireFacts(rooms, { parts, catalog });
  const { message: turn, contents: fresh } = composeMessage(rooms, { parts, catalog }, known);
  const model = rooms.model(sessionId);
  const request = await assembleRequest(rooms, sessionId, model, { turn, fresh });
  return { ...lowerRequest(rooms, sessionId, model, request), facts: known.facts, turn, invoked };
}
