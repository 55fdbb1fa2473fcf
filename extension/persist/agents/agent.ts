// The agent a conversation was given, by name.
import * as z from "zod/mini";
import type { Store } from "../database/store.ts";

const Row = z.object({ agent: z.nullable(z.string()) });

/** A database of before there were agents, opened to be read only, knows of none. */
function hasAgents(store: Store): boolean {
  const sql = "SELECT 1 FROM pragma_table_info('chat_sessions') WHERE name = 'agent'";
  return !store.readOnly || store.get(sql) !== undefined;
}

/** `undefined` is the default. */
export function readAgent(store: Store, sessionId: string): string | undefined {
  if (!hasAgents(store)) return undefined;
  const row = store.get("SELECT agent FROM chat_sessions WHERE id = ?", sessionId);
  return row === undefined ? undefined : (Row.parse(row).agent ?? undefined);
}

/** The session must be stored. */
export function saveAgent(store: Store, sessionId: string, name: string | undefined): void {
  store.run("UPDATE chat_sessions SET agent = ? WHERE id = ?", name ?? null, sessionId);
}
