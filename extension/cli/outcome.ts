// The outcome of a call of the command line.
import type { Failure } from "../message/failure.ts";
import type { Result } from "../message/result.ts";

export type DetailedFailure = Failure & Record<string, unknown>;

/** A value for stdout, or a failure for stderr and exit code 1. `exit`: the value itself says that it did not go well. */
export type Outcome = Result<unknown, DetailedFailure> & { exit?: 1 };

/** The call itself was wrong: exit code 2. */
export class UsageError extends Error {}
