// A rename that takes a file's place: patient on Windows, where another program may have it open for a moment.
import { rename } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";

/** One second in all: virus scanners and indexers let go within it. */
const PAUSES_MS = [10, 20, 40, 80, 150, 300, 400];

const HELD = new Set(["EPERM", "EACCES", "EBUSY"]);

interface World {
  platform: NodeJS.Platform;
  rename: (from: string, to: string) => Promise<void>;
  pause: (milliseconds: number) => Promise<unknown>;
}

const real: World = { platform: process.platform, rename: (from, to) => rename(from, to), pause: setTimeout };

/** Rejects with the last error. */
export async function renameOver(from: string, to: string, world: World = real): Promise<void> {
  for (const pause of world.platform === "win32" ? PAUSES_MS : []) {
    try {
      await world.rename(from, to);
      return;
    } catch (error) {
      if (!(error instanceof Error && "code" in error && HELD.has(String(error.code)))) throw error;
      await world.pause(pause);
    }
  }
  await world.rename(from, to);
}
