// Waits for a state. A busy machine makes it late, so it is waited for nearly as long as a test may take.
import { vi } from "vitest";

const PATIENCE = { timeout: 50_000, interval: 5 };

export function until<T>(probe: () => T): Promise<T> {
  return vi.waitUntil(probe, PATIENCE);
}

/** Waits until the checks in it pass. */
export function eventually(check: () => void): Promise<void> {
  return vi.waitFor(check, PATIENCE);
}
