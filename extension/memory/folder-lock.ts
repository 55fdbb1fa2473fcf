// A lock on a folder: one writer at a time, across all windows.
import { open, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { codeOf } from "./place.ts";
import * as words from "./words.ts";

const NAME = ".lock";
/** A write takes milliseconds: a process that holds the lock longer has ended. */
const STALE_MS = 10_000;
const PATIENCE_MS = 15_000;
const LOOK_AGAIN_MS = 10;

let broken = 0;

/** Throws if the lock is not released in time, or if the signal aborts before the lock is taken. */
export async function withLock<Result>(
  folder: string,
  work: () => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const lock = join(folder, NAME);
  await take(lock, signal);
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
}

async function take(lock: string, signal: AbortSignal | undefined): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    signal?.throwIfAborted();
    try {
      await (await open(lock, "wx")).close();
      return;
    } catch (error) {
      if (codeOf(error) !== "EEXIST") throw error;
    }
    if (Date.now() > deadline) throw new Error(words.locked);
    // If there is no file, the lock has been released.
    const held = await stat(lock).catch(() => undefined);
    if (held !== undefined && Date.now() - held.mtimeMs > STALE_MS) await breakLock(lock);
    else await setTimeout(LOOK_AGAIN_MS);
  }
}

/** If several windows break the lock at once, only one removes it. */
async function breakLock(lock: string): Promise<void> {
  const aside = `${lock}.${process.pid}.${++broken}.tmp`;
  // Fails if another window has removed it.
  await rename(lock, aside).catch(() => undefined);
  await rm(aside, { force: true });
}
