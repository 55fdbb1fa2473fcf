// Writes into a file that cannot be replaced by a new one: reserves the room first, so that a full disk changes nothing.
import { constants } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { openFailure, openSame, type Spot } from "../places/same-file.ts";
import type { Result } from "../../message/result.ts";

/** `isTorn`: it holds neither text now. */
export type InPlace = Result<undefined, { why: string; isTorn?: true }>;

/** Why the file must not be written, or nothing. */
export type Check = (file: FileHandle) => Promise<{ why: string } | undefined>;

/** The caller must have kept the old text: a process killed midway leaves a mixture. */
export async function writeInPlace(spot: Spot, after: Uint8Array, check: Check): Promise<InPlace> {
  const opened = await openSame(spot, constants.O_RDWR);
  if (!opened.ok) return { ok: false, failure: { why: opened.failure.why } };
  const { file } = opened.value;
  try {
    const refused = await check(file);
    if (refused !== undefined) return { ok: false, failure: { why: refused.why } };
    return await overwrite(file, after);
  } catch (error) {
    return { ok: false, failure: { why: openFailure(error) } };
  } finally {
    await file.close();
  }
}

async function overwrite(file: FileHandle, after: Uint8Array): Promise<InPlace> {
  const before = await readWhole(file);
  const shared = Math.min(before.length, after.length);
  try {
    // Write the part beyond the old end first: only that needs room on the disk.
    await writeAt(file, after.subarray(shared), shared);
    await file.sync();
  } catch (error) {
    return {
      ok: false,
      failure: { why: openFailure(error), ...((await putBack(file, before)) ? {} : { isTorn: true }) },
    };
  }
  try {
    await writeAt(file, after.subarray(0, shared), 0);
    await file.truncate(after.length);
    await file.sync();
    return { ok: true, value: undefined };
  } catch (error) {
    return {
      ok: false,
      failure: { why: openFailure(error), ...((await putBack(file, before)) ? {} : { isTorn: true }) },
    };
  }
}

async function putBack(file: FileHandle, before: Uint8Array): Promise<boolean> {
  try {
    await file.truncate(before.length);
    const now = await readWhole(file);
    if (Buffer.compare(now, before) === 0) return true;
    await writeAt(file, before, 0);
    await file.sync();
    return true;
  } catch {
    // The caller reports the first failure, and that the file is torn.
    return false;
  }
}

async function writeAt(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  let written = 0;
  while (written < bytes.length) {
    const { bytesWritten } = await file.write(bytes, written, bytes.length - written, position + written);
    written += bytesWritten;
  }
}

/** Reads up to the current size, even if the file grows or shrinks while it is read. */
export async function readWhole(file: FileHandle): Promise<Buffer> {
  const { size } = await file.stat();
  const bytes = Buffer.alloc(size);
  let filled = 0;
  while (filled < size) {
    const { bytesRead } = await file.read(bytes, filled, size - filled, filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
}
