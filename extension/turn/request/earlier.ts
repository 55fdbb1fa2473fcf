// What earlier requests of a conversation fix for the next one: what they carried, what they omitted, how they began.
import type { Earlier } from "../../assemble/assemble.ts";
import type { Manifest } from "../../message/manifest.ts";
import type { Message } from "../../message/message.ts";
import { readManifest } from "../../persist/manifests.ts";
import { elidedIn, requestBefore } from "./as-sent.ts";
import { memoryOf } from "./memory.ts";
import type { Rooms } from "../rooms.ts";

export function earlierRequests(rooms: Rooms, sessionId: string, history: readonly Message[]): Earlier {
  const { store } = rooms;
  const memory = memoryOf(store, sessionId);
  const texts = requestBefore(rooms, sessionId, history, history.length);
  return {
    asSent: memory.repeated(store, sessionId),
    elided: elidedIn(lastSent(rooms, history)),
    ...(texts !== undefined && { texts }),
  };
}

/** A request that was refused settled nothing. */
function lastSent({ store }: Rooms, history: readonly Message[]): Manifest | undefined {
  for (const message of history.toReversed()) {
    const id = message.role === "assistant" ? message.metadata.manifest_id : undefined;
    const manifest = id === undefined ? undefined : readManifest(store, id);
    if (manifest !== undefined && manifest.estimate <= manifest.limit) return manifest;
  }
  return undefined;
}
