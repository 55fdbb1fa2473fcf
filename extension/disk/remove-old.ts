// Removes the files of a folder that have not been written for a long time, one after the other.
import { lstat, readdir, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";

/** Removes files last written before a time, and the folders that this leaves empty. Never rejects: skips what it cannot remove. */
export async function removeOld(folder: string, before: number): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const path = join(folder, entry.name);
    const isOld = await isOlder(path, before);
    if (entry.isDirectory()) await removeOld(path, before);
    // A folder that is not empty now refuses; one that was made lately is about to be filled.
    if (isOld) await (entry.isDirectory() ? rmdir(path) : rm(path)).catch(() => undefined);
  }
}

function isOlder(path: string, before: number): Promise<boolean> {
  return lstat(path).then(
    ({ mtimeMs }) => mtimeMs < before,
    () => false,
  );
}
