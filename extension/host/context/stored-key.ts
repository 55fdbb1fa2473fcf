// Tells menus whether messages of this workspace have attachments that can be added again.
import * as z from "zod/mini";
import { hasStored } from "../../persist/contents/stored-list.ts";
import type { Store } from "../../persist/database/store.ts";
import type { TurnEvent } from "../../turn/events.ts";
import { setKey } from "../window/keys.ts";

const Attached = z.union([
  z.object({ type: z.literal("file-attachment") }),
  z.object({ type: z.literal("file-ref"), ref: z.object({ kind: z.literal("content-id") }) }),
]);

/** Looks once, after the features are loaded, because the database may be large; then follows what is sent. */
export function followStored(store: Store): (event: TurnEvent) => void {
  setImmediate(() => {
    try {
      if (hasStored(store)) setKey("galley.stored", true);
    } catch {
      // The window has closed its database.
    }
  });
  return (event) => {
    if (event.type !== "message" || event.message.role !== "user") return;
    if (event.message.parts.some((part) => Attached.safeParse(part).success)) setKey("galley.stored", true);
  };
}
