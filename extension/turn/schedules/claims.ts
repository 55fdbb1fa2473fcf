// The claims of schedules as files of one folder: a file that only one process can create decides between windows.
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ScheduleClaims } from "./due.ts";

const KEPT_MS = 14 * 24 * 60 * 60 * 1000;

export function fileClaims(folder: string): ScheduleClaims {
  return {
    async knownSince(id, now) {
      const file = join(folder, `${id}.since`);
      if (await created(folder, file, String(now))) return now;
      const since = Number(await readFile(file, "utf8").catch(() => ""));
      // A file that another window has not finished, or that cannot be read: nothing is due yet.
      return since > 0 ? since : now;
    },
    take: (id, time) => created(folder, join(folder, `${id}-${time}.claim`), ""),
  };
}

/** `false` if the file exists, or cannot be created: what is not claimed does not run. */
async function created(folder: string, file: string, text: string): Promise<boolean> {
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(file, text, { flag: "wx" });
    return true;
  } catch {
    // It exists, or the disk refuses.
    return false;
  }
}

/** Removes claims of times that no window asks about any more. Never rejects. */
export async function removeOldClaims(folder: string, now: number): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const time = Number(/-(\d+)\.claim$/.exec(name)?.[1] ?? now);
    // Another window may have removed it.
    if (now - time > KEPT_MS) await rm(join(folder, name), { force: true }).catch(() => undefined);
  }
}
