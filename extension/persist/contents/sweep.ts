// Removes content that no row names and files that killed processes left. Never removes content that a row names.
import { lstatSync, rmSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod/mini";
import { blobFile, blobFolder, UNFINISHED_FILE } from "./blobs.ts";
import { isAnyHeld } from "../ownership/lease.ts";
import { namesIn, versionOf } from "./names-in.ts";
import type { Store } from "../database/store.ts";

/** Removes content that two sweeps this far apart find unnamed, and leftover files older than this. */
const GRACE_MS = 24 * 60 * 60 * 1000;

/** Check at most this many contents in one transaction. */
const AT_ONCE = 20;

export interface Sweeping {
  now: () => number;
  /** Awaited often, so that the sweep does not block the event loop. */
  pause: () => Promise<void>;
  /** Where long results of tools are kept, by names that messages carry. */
  results: string;
  /** Without a write there is nothing to sweep: a window that is left alone writes nothing. */
  hasWritten: boolean;
}

/**
 * Runs at most once a day, across windows. `false` if the caller must try again, because this window has not written yet,
 * a turn runs or a window has written a row that may name content. The steps done until then count.
 */
export async function sweep(store: Store, { now, pause, results, hasWritten }: Sweeping): Promise<boolean> {
  if (!isDue(store, now())) return true;
  if (!hasWritten || isAnyHeld(store, now())) return false;
  let seen = versionOf(store);
  const unnamed = new Set([...listed(store, "blobs", "content_id"), ...listed(store, "system_prompts", "digest")]);
  // No folder: nothing was kept in it.
  const files = await readdir(results).catch(() => []);
  for (const file of files) unnamed.add(file);
  for await (const name of namesIn(store, undefined, pause)) unnamed.delete(name);
  const steps = [
    ...batches([...listed(store, "blobs", "content_id")], (ids) => {
      for (const id of ids) settleBlob(store, id, unnamed.has(id), now());
    }),
    ...batches([...listed(store, "system_prompts", "digest")], (ids) => {
      for (const id of ids) settleRow(store, PROMPTS, id, unnamed.has(id), now());
    }),
    ...batches(
      files.filter((file) => unnamed.has(file)),
      (names) => {
        for (const name of names) removeOldFile(join(results, name), now() - GRACE_MS);
      },
    ),
  ];
  for (const step of steps) {
    await pause();
    const isDone = store.transaction(() => {
      if (versionOf(store) !== seen || isAnyHeld(store, now())) return false;
      step();
      return true;
    });
    if (!isDone) return false;
    seen = versionOf(store);
  }
  await sweepFiles(store, [results], now() - GRACE_MS, pause);
  store.run(
    "INSERT INTO housekeeping (name, at) VALUES ('sweep', ?) ON CONFLICT DO UPDATE SET at = excluded.at",
    now(),
  );
  return true;
}

/** A time in the future is from before the clock was set back. */
function isDue(store: Store, now: number): boolean {
  const row = store.get("SELECT at FROM housekeeping WHERE name = 'sweep'");
  return row === undefined || Math.abs(now - z.object({ at: z.int() }).parse(row).at) >= GRACE_MS;
}

function listed(store: Store, table: string, column: string): string[] {
  const rows = store.all(`SELECT ${column} AS id FROM ${table}`);
  return rows.map((row) => z.object({ id: z.string() }).parse(row).id);
}

function batches(all: readonly string[], work: (some: readonly string[]) => void): (() => void)[] {
  const starts = Array.from({ length: Math.ceil(all.length / AT_ONCE) }, (_, index) => index * AT_ONCE);
  return starts.map((start) => () => {
    work(all.slice(start, start + AT_ONCE));
  });
}

const BLOBS = { table: "blobs", column: "content_id" };
const PROMPTS = { table: "system_prompts", column: "digest" };

/** Its file goes with its row. */
function settleBlob(store: Store, id: string, isUnnamed: boolean, now: number): void {
  if (settleRow(store, BLOBS, id, isUnnamed, now)) rmSync(blobFile(store, id), { force: true });
}

const Since = z.object({ unnamed_since: z.nullable(z.int()) });

/** Whether the row has gone. A row is written only when it changes. */
function settleRow(
  store: Store,
  { table, column }: typeof BLOBS,
  id: string,
  isUnnamed: boolean,
  now: number,
): boolean {
  const row = Since.safeParse(store.get(`SELECT unnamed_since FROM ${table} WHERE ${column} = ?`, id));
  if (!row.success) return false;
  const since = row.data.unnamed_since;
  if (isUnnamed && since !== null && now - since >= GRACE_MS) {
    store.run(`DELETE FROM ${table} WHERE ${column} = ?`, id);
    return true;
  }
  const next = isUnnamed ? (since ?? now) : null;
  if (next !== since) store.run(`UPDATE ${table} SET unnamed_since = ? WHERE ${column} = ?`, next, id);
  return false;
}

/** Left by a kill: contents without a row, and files and folders that were never finished. */
async function sweepFiles(
  store: Store,
  folders: readonly string[],
  before: number,
  pause: () => Promise<void>,
): Promise<void> {
  // A folder that does not exist holds nothing.
  for (const name of await readdir(blobFolder(store)).catch(() => [])) {
    if (!/^[0-9a-f]{64}$/.test(name)) continue;
    await pause();
    // In a transaction, as a content is stored: none comes between the look and the removal.
    store.transaction(() => {
      if (store.get("SELECT 1 FROM blobs WHERE content_id = ?", name) === undefined)
        removeOldFile(blobFile(store, name), before);
    });
  }
  for (const folder of [store.folder, blobFolder(store), ...folders])
    for (const name of await readdir(folder).catch(() => [])) {
      if (!isUnfinished(name)) continue;
      await pause();
      removeOldFile(join(folder, name), before);
    }
}

/** A repair that was killed, a trial write, a file that did not arrive whole. What was set aside as damaged stays. */
function isUnfinished(name: string): boolean {
  return name.startsWith(UNFINISHED_FILE) || name.startsWith("galley.db.repair-") || name.startsWith(".galley-");
}

/** Ignores a file that cannot be removed. */
function removeOldFile(path: string, before: number): void {
  try {
    if (lstatSync(path).mtimeMs < before) rmSync(path, { recursive: true, force: true });
  } catch {
    // Another window has removed it, or the system refuses.
  }
}
