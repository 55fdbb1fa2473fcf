// Files that Galley writes where the user said: an export, a new settings file. Each is whole, or as it was.
import { lstat, mkdir, readdir, realpath, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { createFile, type Replaced, replaceFile } from "./replace-file.ts";
import { spotOnDrive, thisDisk } from "../places/locate.ts";
import { openFailure } from "../places/same-file.ts";

/** Replaces what is there, where a link leads too: the user chose the name. Makes the folders it needs. Never rejects. */
export async function saveFile(path: string, bytes: Uint8Array): Promise<Replaced> {
  try {
    // What cannot be resolved does not exist yet, or creating it fails with the reason.
    const there = await realpath(path).catch(() => undefined);
    if (there === undefined) return await createIn(path, bytes);
    const spot = await spotOnDrive(path, there, thisDisk);
    await removeStale(dirname(spot.full));
    return await replaceFile(spot, bytes, { inPlace: "allowed" });
  } catch (error) {
    return { ok: false, failure: { why: openFailure(error) } };
  }
}

/** What is there already stays as it is. Never rejects. */
export async function saveIfMissing(path: string, bytes: Uint8Array): Promise<Replaced> {
  try {
    // What cannot be read does not exist yet, or creating it fails with the reason.
    const there = await lstat(path).catch(() => undefined);
    return there === undefined ? await createIn(path, bytes) : { ok: true, value: undefined };
  } catch (error) {
    return { ok: false, failure: { why: openFailure(error) } };
  }
}

async function createIn(path: string, bytes: Uint8Array): Promise<Replaced> {
  await mkdir(dirname(path), { recursive: true });
  const folder = await realpath(dirname(path));
  const spot = await spotOnDrive(path, join(folder, basename(path)), thisDisk);
  await removeStale(dirname(spot.full));
  return createFile(spot, bytes);
}

/** A write takes milliseconds: a file beside another that is older than this was left by a kill. */
const STALE_MS = 60 * 60 * 1000;

/** Recognizes them by their names, which only Galley gives, and by their age. Never rejects. */
export async function removeStale(folder: string, now = Date.now()): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!/^\.galley-[0-9a-f]{32}\.tmp$/.test(name)) continue;
    const found = await lstat(join(folder, name)).catch(() => undefined);
    const isLeft = found?.isFile() === true && now - found.mtimeMs > STALE_MS;
    if (isLeft) await rm(join(folder, name), { force: true }).catch(() => undefined);
  }
}
