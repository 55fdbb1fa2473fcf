// Opens a file so that it surely is the one whose path was checked: no link that appeared since is followed.
import { type BigIntStats, constants } from "node:fs";
import { type FileHandle, lstat, open, realpath, rm } from "node:fs/promises";
import { DISK_FULL } from "../text/disk-full.ts";
import type { Result } from "../message/result.ts";

/** `code` is the system's, when it was the system that refused. */
export type Opened = Result<{ file: FileHandle; size: number }, { why: string; code?: string }>;

/** Not on Windows: there a link is caught by the comparison alone, and a pipe has no path in a folder. */
export const SAFELY = constants.O_NOFOLLOW | constants.O_NONBLOCK;

export const CHANGED = "it was replaced by a link or another file";

export const NOT_REGULAR = "it is not a regular file";

/** `real` has no links in it, or had none when it was checked. The caller closes the handle. `mode` is for a new file. */
export async function openSame(real: string, flags = constants.O_RDONLY, mode = 0o666): Promise<Opened> {
  const file = await open(real, flags | SAFELY, mode).catch((error: unknown) => notOpened(error));
  if ("failure" in file) return file;
  let held: BigIntStats | undefined;
  const refused = async (why: string): Promise<Opened> => {
    // A new file that lies elsewhere than it should is empty, and goes again.
    if (held !== undefined && (flags & constants.O_EXCL) !== 0) await removeSame(real, held);
    await file.close();
    return { ok: false, failure: { why } };
  };
  try {
    held = await file.stat({ bigint: true });
    if (held.isDirectory()) return await refused("it is a folder");
    if (!held.isFile()) return await refused(NOT_REGULAR);
    // Whatever happened before the file was opened shows now: another way to it, or another file at its place.
    const [way, there] = await Promise.all([realpath(real), lstat(real, { bigint: true })]);
    if (way !== real || there.dev !== held.dev || there.ino !== held.ino) return await refused(CHANGED);
    return { ok: true, value: { file, size: Number(held.size) } };
  } catch {
    // It was moved or removed while it was opened.
    return refused(CHANGED);
  }
}

function notOpened(error: unknown): Extract<Opened, { ok: false }> {
  const code = error instanceof Error && "code" in error ? String(error.code) : undefined;
  return { ok: false, failure: { why: openFailure(error), ...(code !== undefined && { code }) } };
}

/** Another file that has the name by now stays. Never rejects. */
export async function removeSame(path: string, held: { dev: bigint; ino: bigint }): Promise<void> {
  const there = await lstat(path, { bigint: true }).catch(() => undefined);
  if (there?.dev === held.dev && there.ino === held.ino) await rm(path, { force: true }).catch(() => undefined);
}

export function openFailure(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ELOOP" || code === "EMLINK") return CHANGED;
  if (code === "ENOENT" || code === "ENOTDIR") return "it no longer exists";
  if (code === "EEXIST") return "it already exists";
  if (code === "EACCES" || code === "EPERM" || code === "EROFS") return "permission denied";
  if (code === "ENOSPC" || code === "EDQUOT") return DISK_FULL;
  if (code === "EISDIR") return "it is a folder";
  if (code === "ENXIO") return NOT_REGULAR;
  if (code === "ENAMETOOLONG") return "the name is too long";
  return error instanceof Error ? error.message : String(error);
}
