// Opens a file so that it surely is the one whose path was checked: no link that appeared since is followed.
import { type BigIntStats, constants } from "node:fs";
import { type FileHandle, lstat, open, realpath, rm } from "node:fs/promises";
import { diskFull } from "../../text/words.ts";
import { samePath } from "./same-path.ts";
import type { Result } from "../../message/result.ts";
import * as words from "../words.ts";

/**
 * A file or folder as it is opened, and where that must lead. The two differ when the workspace folder is a link or on a
 * mapped drive: VS Code and programs refuse the network path to which such a drive leads.
 */
export interface Spot {
  /** Absolute, begins with the workspace folder as the user opened it. No links below that. */
  full: string;
  /** Absolute, links resolved: only compared, never opened. */
  real: string;
}

/** Of a path that has no links in it and can be opened as it is. */
export function plainSpot(path: string): Spot {
  return { full: path, real: path };
}

/** `code` is the system's, when it was the system that refused. */
export type Opened = Result<{ file: FileHandle; size: number }, { why: string; code?: string }>;

/** Not on Windows: there a link is caught by the comparison alone, and a pipe has no path in a folder. */
export const SAFELY = constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** The caller closes the handle. `mode` is for a new file. */
export async function openSame({ full, real }: Spot, flags = constants.O_RDONLY, mode = 0o666): Promise<Opened> {
  const file = await open(full, flags | SAFELY, mode).catch((error: unknown) => notOpened(error));
  if ("failure" in file) return file;
  let held: BigIntStats | undefined;
  const refused = async (why: string): Promise<Opened> => {
    // Removes a new file that was created elsewhere than it should be: it is still empty.
    if (held !== undefined && (flags & constants.O_EXCL) !== 0) await removeSame(full, held);
    await file.close();
    return { ok: false, failure: { why } };
  };
  try {
    held = await file.stat({ bigint: true });
    if (held.isDirectory()) return await refused(words.folder);
    if (!held.isFile()) return await refused(words.notRegular);
    // A change before the file was opened shows now: the path leads elsewhere, or another file is at its place.
    const [way, there] = await Promise.all([realpath(full), lstat(full, { bigint: true })]);
    if (!samePath(way, real) || there.dev !== held.dev || there.ino !== held.ino) return await refused(words.replaced);
    return { ok: true, value: { file, size: Number(held.size) } };
  } catch {
    // It was moved or removed while it was opened.
    return refused(words.replaced);
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
  if (code === "ELOOP" || code === "EMLINK") return words.replaced;
  if (code === "ENOENT" || code === "ENOTDIR") return words.gone;
  if (code === "EEXIST") return words.exists;
  if (code === "EACCES" || code === "EPERM" || code === "EROFS") return words.denied;
  if (code === "ENOSPC" || code === "EDQUOT") return diskFull;
  if (code === "EISDIR") return words.folder;
  if (code === "ENXIO") return words.notRegular;
  if (code === "ENAMETOOLONG") return words.nameTooLong;
  return error instanceof Error ? error.message : String(error);
}
