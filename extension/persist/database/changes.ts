// Whether this window or another has written to the store.
import * as z from "zod/mini";
import type { Store } from "./store.ts";

const Row = z.object({ data_version: z.int() });
const Own = z.object({ changes: z.int() });

/** A number that changes when another connection commits, and never by our own writes. Reads no table. */
export function readDataVersion(store: Store): number {
  return Row.parse(store.get("PRAGMA data_version")).data_version;
}

/** How many rows this connection has written. Reads no table. */
export function countOwnChanges(store: Store): number {
  return Own.parse(store.get("SELECT total_changes() AS changes")).changes;
}
