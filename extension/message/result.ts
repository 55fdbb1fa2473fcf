// The outcome of something that may fail. The one shape for it everywhere.
import type { Failure } from "./failure.ts";

/** `Reason` is a `Failure`, or an area's own: a code, a problem at a path, words for a model. */
export type Result<Value, Reason = Failure> = { ok: true; value: Value } | { ok: false; failure: Reason };
