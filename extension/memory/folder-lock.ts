// One writer at a time in a folder, whichever window it belongs to.
import { open, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { codeOf } from "./place.ts";

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
    if (Date.now() > deadline) throw new Error("another window is writing memories; try again");
    // The lock is free by now.
    const held = await stat(lock).catch(() => undefined);
    if (held !== undefined && Date.now() - held.mtimeMs > STALE_MS) await breakLock(lock);
    else await setTimeout(LOOK_AGAIN_MS);
  }
}

/** Of several that break it at once, one takes it away. */
async function breakLock(lock: string): Promise<void> {
  const aside = `${lock}.${process.pid}.${++broken}.tmp`;
  // Another window has taken it away.
  await rename(lock, aside).catch(() => undefined);
  await rm(aside, { force: true });
}
