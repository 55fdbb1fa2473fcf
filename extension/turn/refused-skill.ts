// A skill that could not be composed when it was sent: nothing went, and a row says why.
import type { Invoked } from "../compose/catalog.ts";
import { recordIn } from "../message/invocation.ts";
import { saveInvocation } from "../persist/skill-invocations.ts";
import type { Rooms } from "./rooms.ts";

export function keepRefusal(rooms: Rooms, session_id: string, invoked: Invoked | undefined): void {
  if (invoked === undefined || invoked.ok) return;
  const record = recordIn(invoked.record ?? "");
  if (record === undefined) return;
  const outcome = { kind: "refused" as const, words: invoked.problem };
  saveInvocation(rooms.store, {
    ...{ id: rooms.newId("inv"), session_id, message_id: "", at: rooms.now(), record, outcome },
  });
}
