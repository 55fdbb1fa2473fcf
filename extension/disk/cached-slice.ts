// Caches what was read of a file while the file is surely the same: pins are read at every send and every preview.
import { stat } from "node:fs/promises";
import type { FileRead } from "../acquire/facts.ts";
import type { Range } from "../message/range.ts";
import type { Decoding } from "../text/decode-text.ts";
import { readSlice } from "./read-slice.ts";

interface Kept {
  /** Time, size and place on disk. */
  stamp: string;
  read: Promise<FileRead>;
}

const MOST_KEPT = 100;

/** A file written this lately may be written again within the same tick of the disk's clock. */
const SETTLED_MS = 2_000;

const kept = new Map<string, Kept>();

/** As `readSlice`, and never older than the file. */
export async function cachedSlice(
  path: string,
  range: Range | undefined,
  limit: number,
  decoding: Decoding,
): Promise<FileRead> {
  const key = JSON.stringify([path, range ?? null, limit, decoding.key]);
  const stamp = await stampOf(path);
  const known = kept.get(key);
  kept.delete(key);
  if (stamp === undefined) return readSlice(path, range, limit, decoding);
  const entry = known?.stamp === stamp ? known : { stamp, read: readSlice(path, range, limit, decoding) };
  kept.set(key, entry);
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  return entry.read.catch((error: unknown) => {
    kept.delete(key);
    throw error;
  });
}

/** `undefined` for a file that must be read each time: missing, not a regular file, or just written. */
async function stampOf(path: string): Promise<string | undefined> {
  const info = await stat(path, { bigint: true }).catch(() => undefined);
  if (info?.isFile() !== true || Date.now() - Number(info.mtimeMs) < SETTLED_MS) return undefined;
  return [info.mtimeNs, info.ctimeNs, info.size, info.ino, info.dev].join(" ");
}
