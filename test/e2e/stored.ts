// What a window has stored in its file of conversations.
import { globSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Window } from "./window.ts";

export function databaseOf({ server }: Window): string {
  const [path] = globSync("**/galley.galley/galley.db", { cwd: server.data });
  if (path === undefined) throw new Error("There is no database yet.");
  return join(server.data, path);
}

/** The drafts, or the parts of all messages, as one text. */
export function stored(window: Window, table: "drafts" | "chat_parts"): string {
  const db = new DatabaseSync(databaseOf(window), { readOnly: true });
  try {
    return JSON.stringify(db.prepare(`SELECT data_json FROM ${table}`).all());
  } finally {
    db.close();
  }
}
