// When each call was first seen to run: a line that is drawn again does not begin to count anew.

const seen = new Map<string, number>();

/** More are not running at once; the oldest are forgotten. */
const MOST = 200;

export function forgetBegun(): void {
  seen.clear();
}

export function begunAt(callId: string): number {
  const known = seen.get(callId);
  if (known !== undefined) return known;
  const now = Date.now();
  seen.set(callId, now);
  const [oldest] = seen.keys();
  if (seen.size > MOST && oldest !== undefined) seen.delete(oldest);
  return now;
}
