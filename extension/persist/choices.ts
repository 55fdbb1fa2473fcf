// What the user selected for a conversation, in the conversation's row: who answers in it.
import * as z from "zod/mini";
import type { Store } from "./database/store.ts";

/**
 * A column of the row. `agent`: the name of the profile. `agreed_profile`: the project's profile that the user selected,
 * with the model it named then. `model`: as `provider/model`.
 */
export type Choice = "agent" | "agreed_profile" | "model";

const Row = z.object({ value: z.nullable(z.string()) });

/** A read-only database of an earlier version may lack the column. */
function hasColumn(store: Store, choice: Choice): boolean {
  const sql = "SELECT 1 FROM pragma_table_info('chat_sessions') WHERE name = ?";
  return !store.readOnly || store.get(sql, choice) !== undefined;
}

/** `undefined` if the user selected nothing. */
export function readChoice(store: Store, choice: Choice, conversationId: string): string | undefined {
  if (!hasColumn(store, choice)) return undefined;
  const row = store.get(`SELECT ${choice} AS value FROM chat_sessions WHERE id = ?`, conversationId);
  return row === undefined ? undefined : (Row.parse(row).value ?? undefined);
}

/** The conversation must be stored. */
export function saveChoice(store: Store, choice: Choice, conversationId: string, value: string | undefined): void {
  store.run(`UPDATE chat_sessions SET ${choice} = ? WHERE id = ?`, value ?? null, conversationId);
}

/** For every stored conversation that has no choice, deleted ones too: Undo brings those back. */
export function fillChoices(store: Store, choice: Choice, value: string): void {
  store.run(`UPDATE chat_sessions SET ${choice} = ? WHERE ${choice} IS NULL`, value);
}

/** For those of these conversations that are stored and have no choice. */
export function addChoices(store: Store, choice: Choice, values: Readonly<Record<string, string>>): void {
  store.transaction(() => {
    for (const [id, value] of Object.entries(values))
      store.run(`UPDATE chat_sessions SET ${choice} = ? WHERE id = ? AND ${choice} IS NULL`, value, id);
  });
}
