// Reads a small text file by its name inside one folder: not above it, not through a link out of it.
import { stat } from "node:fs/promises";
import { isAbsolute, win32 } from "node:path";
import type { Result } from "../message/result.ts";
import { plainDecoding } from "../text/decode-text.ts";
import { readSlice } from "./read-slice.ts";
import { resolveInside } from "./places/resolve.ts";
import * as words from "./words.ts";

export const LARGEST_BESIDE = 64 * 1024;

/** Never rejects. */
export async function readBeside(folder: string, name: string): Promise<Result<string, string>> {
  const refuse = (failure: string): Result<never, string> => ({ ok: false, failure });
  // A name that is absolute on either system, or steps up, is refused on both.
  if (isAbsolute(name) || win32.isAbsolute(name) || /^[a-z]:/i.test(name) || name.split(/[\\/]/).includes(".."))
    return refuse(words.notBeside);
  if (name.includes("\0")) return refuse(words.notBeside);
  try {
    const full = await resolveInside(folder, name);
    if (full === undefined) return refuse(words.notBeside);
    // A pipe or a device would never end.
    if (!(await stat(full)).isFile()) return refuse(words.notRegular);
    const read = await readSlice(full, undefined, LARGEST_BESIDE, plainDecoding);
    if (read.state === "text") return { ok: true, value: read.text };
    return refuse(read.state === "large" ? words.largerThan(LARGEST_BESIDE / 1024) : words.notUtf8);
  } catch {
    // It does not exist, or may not be read.
    return refuse(words.missing);
  }
}
