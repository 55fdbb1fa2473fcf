// What a call of the command line comes to.
import type { Failure } from "../message/failure.ts";

/** A value for stdout, or a failure, which may have more details, for stderr and exit code 1. */
export type Outcome =
  /** `exit`: the value itself says that it did not go well. */
  { ok: true; value: unknown; exit?: 1 } | { ok: false; failure: Failure & Record<string, unknown> };

/** The call itself was wrong: exit code 2. */
export class UsageError extends Error {}
