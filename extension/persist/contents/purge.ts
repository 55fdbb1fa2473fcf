// Removes conversations that were deleted long ago, with the contents that nothing else refers to.
import { rmSync, statSync } from "node:fs";
import { blobFile } from "./blobs.ts";
import { isAnyHeld } from "../ownership/lease.ts";
import { namesIn, versionOf } from "./names-in.ts";
import { purgeDeleted } from "../conversations.ts";
import type { Store } from "../database/store.ts";

interface Purging {
  /** Conversations deleted before this time are removed; content stored in a file since then stays. */
  before: number;
  now: () => number;
  /** Awaited often, so that the purge does not block the event loop. */
  pause: () => Promise<void>;
}

/** `false` if the caller must try again: a turn runs, or another write may refer to the content to delete. */
export async function purge(store: Store, { before, now, pause }: Purging): Promise<boolean> {
  if (store.get("SELECT 1 FROM chat_sessions WHERE deleted_at < ? LIMIT 1", before) === undefined) return true;
  // A turn stores contents some time before the rows that name them.
  if (isAnyHeld(store, now())) return false;
  const seen = versionOf(store);
  const unnamed = new Set<string>();
  for await (const id of namesIn(store, { before, isDeleted: true }, pause)) unnamed.add(id);
  if (unnamed.size > 0) for await (const id of namesIn(store, { before, isDeleted: false }, pause)) unnamed.delete(id);
  return store.transaction(() => {
    if (versionOf(store) !== seen || isAnyHeld(store, now())) return false;
    purgeDeleted(store, before);
    for (const id of unnamed) removeBlob(store, id, before);
    return true;
  });
}

/** Storing content again renews its file, so a new file may belong to a message that is being written. */
function removeBlob(store: Store, id: string, before: number): void {
  const file = blobFile(store, id);
  const written = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (written >= before) return;
  store.run("DELETE FROM blobs WHERE content_id = ?", id);
  rmSync(file, { force: true });
}
