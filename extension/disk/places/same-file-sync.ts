// The same care as in same-file.ts for a thread that may wait: it is many times faster when thousands of files are read.
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, realpathSync } from "node:fs";
import { openFailure, SAFELY, type Spot } from "./same-file.ts";
import { samePath } from "./same-path.ts";
import type { Result } from "../../message/result.ts";
import * as words from "../words.ts";

/** Without bytes the file is larger than `most`. */
export type ReadSame = Result<Buffer | undefined, string>;

export function readSameSync({ full, real }: Spot, most: number): ReadSame {
  let file: number | undefined;
  try {
    file = openSync(full, constants.O_RDONLY | SAFELY);
    const held = fstatSync(file, { bigint: true });
    if (!held.isFile()) return { ok: false, failure: words.notRegular };
    const there = lstatSync(full, { bigint: true });
    const isSame = samePath(realpathSync.native(full), real) && there.dev === held.dev && there.ino === held.ino;
    if (!isSame) return { ok: false, failure: words.replaced };
    if (held.size > most) return { ok: true, value: undefined };
    return { ok: true, value: readWhole(file, Number(held.size)) };
  } catch (error) {
    return { ok: false, failure: openFailure(error) };
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function readWhole(file: number, size: number): Buffer {
  const bytes = Buffer.alloc(size);
  let filled = 0;
  while (filled < size) {
    const count = readSync(file, bytes, filled, size - filled, filled);
    if (count === 0) break;
    filled += count;
  }
  return bytes.subarray(0, filled);
}
