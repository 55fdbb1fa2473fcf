// What earlier requests of a conversation decide for the next one: what they carried, what they omitted, how they began.
import type { Earlier } from "../../assemble/assemble.ts";
import type { Manifest } from "../../message/manifest.ts";
import type { Message } from "../../message/message.ts";
import type { Store } from "../../persist/database/store.ts";
import { readManifest } from "../../persist/manifests.ts";
import { elidedIn, type PastRequestPorts, requestBefore } from "./as-sent.ts";
import { cacheOf } from "./conversation-cache.ts";

export function earlierRequests(ports: PastRequestPorts, conversationId: string, history: readonly Message[]): Earlier {
  const { store } = ports;
  const cache = cacheOf(store, conversationId);
  const texts = requestBefore(ports, conversationId, history, history.length);
  return {
    asSent: cache.repeated(store, conversationId),
    elided: elidedIn(lastSent(store, history)),
    ...(texts !== undefined && { texts }),
  };
}

/** Skips requests that were refused because they did not fit. */
function lastSent(store: Store, history: readonly Message[]): Manifest | undefined {
  for (const message of history.toReversed()) {
    const id = message.role === "assistant" ? message.metadata.manifest_id : undefined;
    const manifest = id === undefined ? undefined : readManifest(store, id);
    if (manifest !== undefined && manifest.estimate <= manifest.limit) return manifest;
  }
  return undefined;
}
