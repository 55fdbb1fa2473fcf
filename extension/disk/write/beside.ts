// The new text of a file, written beside it and flushed, before it takes the file's place.
import { randomBytes } from "node:crypto";
import { type BigIntStats, constants } from "node:fs";
import { type FileHandle, lstat, open, realpath, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { openFailure, openSame, removeSame, type Spot } from "../places/same-file.ts";
import { samePath } from "../places/same-path.ts";
import type { Result } from "../../message/result.ts";
import * as words from "../words.ts";

/** Random, so that the name belongs to this write alone. */
export function newBesideId(): string {
  return randomBytes(16).toString("hex");
}

export function besideSpot({ full, real }: Spot, id: string): Spot {
  const name = `.galley-${id}.tmp`;
  return { full: join(dirname(full), name), real: join(dirname(real), name) };
}

export interface NewFile {
  full: string;
  dev: bigint;
  ino: bigint;
}

/** `isImpossible`: this folder or this file system does not allow it, whatever is written. */
export type Written = Result<NewFile, { why: string; isImpossible?: true }>;

/** Codes that say no new file can be made in a folder whose files may well be written. */
const NO_NEW_FILE = new Set(["EACCES", "EPERM", "EROFS", "ENAMETOOLONG"]);

/** Nothing is left behind when it is refused. `like` is the file whose place it will take: mode and owner are the same. */
export async function writeBeside(
  spot: Spot,
  id: string,
  bytes: Uint8Array,
  like: BigIntStats | undefined,
): Promise<Written> {
  const beside = besideSpot(spot, id);
  const { full } = beside;
  const flags = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL;
  // Only this user may read it until it has the mode of the file it replaces.
  const opened = await openSame(beside, flags, like === undefined ? 0o666 : 0o600);
  if (!opened.ok)
    return {
      ok: false,
      failure: { why: opened.failure.why, ...(isNoNewFile(opened.failure.code) && { isImpossible: true }) },
    };
  const { file } = opened.value;
  let held: BigIntStats | undefined;
  try {
    held = await file.stat({ bigint: true });
    if (like !== undefined && !(await takeAfter(file, like)))
      return await dropped(full, held, {
        ok: false,
        failure: { why: words.ownerNotKept, isImpossible: true },
      });
    await file.writeFile(bytes);
    await file.sync();
    return { ok: true, value: { full, dev: held.dev, ino: held.ino } };
  } catch (error) {
    return await dropped(full, held, { ok: false, failure: { why: openFailure(error) } });
  } finally {
    await file.close();
  }
}

function isNoNewFile(code: string | undefined): boolean {
  return code !== undefined && NO_NEW_FILE.has(code);
}

/** `false` when this user or this file system cannot give it the same owner and mode. */
async function takeAfter(file: FileHandle, like: BigIntStats): Promise<boolean> {
  const mode = Number(like.mode & 0o7777n);
  const own = await file.stat({ bigint: true });
  // What was refused shows in the look at it afterwards.
  if (own.uid !== like.uid || own.gid !== like.gid)
    await file.chown(Number(like.uid), Number(like.gid)).catch(() => undefined);
  await file.chmod(mode).catch(() => undefined);
  const now = await file.stat({ bigint: true });
  return now.uid === like.uid && now.gid === like.gid && Number(now.mode & 0o7777n) === mode;
}

async function dropped(path: string, held: BigIntStats | undefined, written: Written): Promise<Written> {
  if (held !== undefined) await removeSame(path, held);
  return written;
}

/** Removes what a killed write of this id left, if it is a regular file and its folder is not a link. Never rejects. */
export async function removeLeftBeside(spot: Spot, id: string): Promise<void> {
  if (!/^[0-9a-f]{32}$/.test(id)) return;
  const { full, real } = besideSpot(spot, id);
  const [folder, there] = await Promise.all([
    realpath(dirname(full)).catch(() => undefined),
    lstat(full).catch(() => undefined),
  ]);
  if (folder === undefined || !samePath(folder, dirname(real)) || there?.isFile() !== true) return;
  await rm(full, { force: true }).catch(() => undefined);
}

/** So that a rename in it survives a loss of power. Where folders cannot be flushed, nothing happens. */
export async function flushFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const file = await open(folder, constants.O_RDONLY | constants.O_DIRECTORY).catch(() => undefined);
  if (file === undefined) return;
  await file.sync().catch(() => undefined);
  await file.close();
}
