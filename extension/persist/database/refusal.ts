// Why SQLite or the disk refused.
import * as words from "./words.ts";

export type Cause = keyof typeof words.causes;

/** SQLite's primary result codes. */
const byCode: Partial<Record<number, Cause>> = {
  3: "read-only",
  5: "busy",
  6: "busy",
  8: "read-only",
  10: "disk",
  11: "damaged",
  13: "full",
  14: "closed",
  23: "read-only",
  26: "damaged",
};

/** SQLite reports an I/O error when a full disk has no room for its shared memory. */
const NO_ROOM_FOR_SHARED_MEMORY = 4874;

const byName: Partial<Record<string, Cause>> = {
  ENOSPC: "full",
  EDQUOT: "full",
  EROFS: "read-only",
  EACCES: "read-only",
  EPERM: "read-only",
  EBUSY: "busy",
  EIO: "disk",
  ENOTDIR: "closed",
  EEXIST: "closed",
  EISDIR: "closed",
  ENOENT: "closed",
  ELOOP: "closed",
  ENAMETOOLONG: "closed",
};

export class Refused extends Error {
  readonly why: Cause;

  constructor(why: Cause, cause?: unknown) {
    super(words.causes[why], { cause });
    this.why = why;
  }
}

/** Returns other errors, such as a wrong SQL statement, unchanged. */
export function toRefused(error: unknown): unknown {
  if (error instanceof Refused) return error;
  const why = causeOf(error);
  return why === undefined ? error : new Refused(why, error);
}

function causeOf(error: unknown): Cause | undefined {
  const errcode = sqliteCode(error);
  if (errcode === NO_ROOM_FOR_SHARED_MEMORY) return "full";
  if (errcode !== undefined) return byCode[errcode & 0xff];
  return error instanceof Error && "code" in error && typeof error.code === "string" ? byName[error.code] : undefined;
}

/** The extended result code of an error of SQLite's. */
export function sqliteCode(error: unknown): number | undefined {
  return error instanceof Error && "errcode" in error && typeof error.errcode === "number" ? error.errcode : undefined;
}
