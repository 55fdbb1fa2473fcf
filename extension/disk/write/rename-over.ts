// A rename that takes a file's place: patient on Windows, where another program may have it open for a moment.
import { renameSync } from "node:fs";
import { rename } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";

/** Two seconds in all: virus scanners and indexers let go within them. */
const PAUSES_MS = [10, 20, 40, 80, 150, 300, 600, 800];

const HELD = new Set(["EPERM", "EACCES", "EBUSY"]);

interface World {
  platform: NodeJS.Platform;
  rename: (from: string, to: string) => Promise<void>;
  pause: (milliseconds: number) => Promise<unknown>;
}

interface SyncWorld {
  platform: NodeJS.Platform;
  rename: (from: string, to: string) => void;
  pause: (milliseconds: number) => void;
}

const { platform } = process;
const real: World = { platform, rename: (from, to) => rename(from, to), pause: setTimeout };
const realSync: SyncWorld = { platform, rename: renameSync, pause: block };

/** Rejects with the last error. */
export async function renameOver(from: string, to: string, world: World = real): Promise<void> {
  for (const pause of pausesOn(world.platform)) {
    try {
      await world.rename(from, to);
      return;
    } catch (error) {
      if (!isHeld(error)) throw error;
      await world.pause(pause);
    }
  }
  await world.rename(from, to);
}

/** For a rename inside a transaction or before the conversations are open. Throws the last error. */
export function renameOverSync(from: string, to: string, world: SyncWorld = realSync): void {
  for (const pause of pausesOn(world.platform)) {
    try {
      world.rename(from, to);
      return;
    } catch (error) {
      if (!isHeld(error)) throw error;
      world.pause(pause);
    }
  }
  world.rename(from, to);
}

function pausesOn(platform: NodeJS.Platform): readonly number[] {
  return platform === "win32" ? PAUSES_MS : [];
}

function isHeld(error: unknown): boolean {
  return error instanceof Error && "code" in error && HELD.has(String(error.code));
}

function block(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
