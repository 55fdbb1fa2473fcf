// When each running call was first shown, so that a line that is drawn again shows the same elapsed time.

const seen = new Map<string, number>();

/** Far more calls than run at once; the oldest are forgotten. */
const MOST = 200;

export function forgetCallStarts(): void {
  seen.clear();
}

export function callStartedAt(callId: string): number {
  const known = seen.get(callId);
  if (known !== undefined) return known;
  const now = Date.now();
  seen.set(callId, now);
  const [oldest] = seen.keys();
  if (seen.size > MOST && oldest !== undefined) seen.delete(oldest);
  return now;
}
