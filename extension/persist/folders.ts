// The workspace folders a store was used for, so that its conversations are found again when a folder moves.
import * as z from "zod/mini";
import type { Store } from "./database/store.ts";

export function recordFolders(store: Store, uris: readonly string[], now: number): void {
  for (const uri of uris) {
    store.run(
      "INSERT INTO workspace_folders (uri, last_seen) VALUES (?, ?) ON CONFLICT DO UPDATE SET last_seen = excluded.last_seen",
      uri,
      now,
    );
  }
}

/** Most recently used first. */
export function readFolders(store: Store): string[] {
  const rows = store.all("SELECT uri FROM workspace_folders ORDER BY last_seen DESC, uri");
  return rows.map((row) => z.object({ uri: z.string() }).parse(row).uri);
}
