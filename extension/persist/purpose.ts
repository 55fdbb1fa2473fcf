// The special purpose a conversation may have, such as authoring skills.
import * as z from "zod/mini";
import type { Store } from "./database/store.ts";

/** `authoring`: skills are written in it. */
export const Purpose = z.enum(["authoring"]);
type Purpose = z.infer<typeof Purpose>;

const Row = z.object({ purpose: z.nullable(z.string()) });

/** A read-only database of an earlier version may lack the column. */
function hasPurposes(store: Store): boolean {
  const sql = "SELECT 1 FROM pragma_table_info('chat_sessions') WHERE name = 'purpose'";
  return !store.readOnly || store.get(sql) !== undefined;
}

/** `undefined` for most conversations, and for a purpose that only a newer Galley knows. */
export function readPurpose(store: Store, conversationId: string): Purpose | undefined {
  if (!hasPurposes(store)) return undefined;
  const row = store.get("SELECT purpose FROM chat_sessions WHERE id = ?", conversationId);
  return row === undefined ? undefined : Purpose.safeParse(Row.parse(row).purpose).data;
}

/** The conversation must be stored. */
export function savePurpose(store: Store, conversationId: string, purpose: Purpose | undefined): void {
  store.run("UPDATE chat_sessions SET purpose = ? WHERE id = ?", purpose ?? null, conversationId);
}
