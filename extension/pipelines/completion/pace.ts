// How long to wait before a model is asked: about as long as the typist takes for a key, less what the model takes.

const SHORTEST_MS = 75;
const LONGEST_MS = 1_000;

/** Before anything is known of the typist. */
export const FIRST_INTERVAL_MS = 200;

/** A longer pause is thinking, not typing. */
const PAUSE_MS = 2_000;

/** How much a new interval counts. */
const SHARE = 0.2;

export interface Moment {
  /** Between two keys of this typist. */
  intervalMs: number;
  /** How long the model takes for an answer, as far as it is known. */
  latencyMs: number;
  /** Where a completion is unlikely to be wanted. */
  isInsideWord: boolean;
  isRestOpen: boolean;
  /** The user asked for it. */
  isManual: boolean;
}

export function waitBefore({ intervalMs, latencyMs, isInsideWord, isRestOpen, isManual }: Moment): number {
  if (isManual) return 0;
  const unlikely = (isInsideWord ? 2 : 1) * (isRestOpen ? 2 : 1);
  const wait = intervalMs * unlikely - latencyMs;
  return Math.round(Math.min(LONGEST_MS, Math.max(SHORTEST_MS, wait)));
}

/** The interval after one more key. */
export function nextInterval(intervalMs: number, gapMs: number): number {
  if (gapMs <= 0 || gapMs > PAUSE_MS) return intervalMs;
  return intervalMs + SHARE * (gapMs - intervalMs);
}

/** The expected latency after one more answer. */
export function nextLatency(latencyMs: number | undefined, tookMs: number): number {
  return latencyMs === undefined ? tookMs : latencyMs + 0.3 * (tookMs - latencyMs);
}

/** How long a server that failed is left alone, by its failures in a row; what it asks for counts if it is longer. */
export function backOffMs(failures: number, askedMs = 0): number {
  if (failures === 0) return 0;
  return Math.min(5 * 60_000, Math.max(askedMs, 2_000 * 2 ** Math.min(10, failures - 1)));
}
