// Whether another window has written to the store.
import * as z from "zod/mini";
import type { Store } from "./store.ts";

const Row = z.object({ data_version: z.int() });

/** A number that changes when another connection commits, and never by our own writes. Reads no table. */
export function readDataVersion(store: Store): number {
  return Row.parse(store.get("PRAGMA data_version")).data_version;
}
