// Counts the messages of a server: too many within a few seconds are a flood.

const MESSAGES = 5_000;
const WITHIN_MS = 10_000;

export class Flood {
  readonly #times: number[] = [];

  /** Counts one message. Returns `true` when there are too many. */
  add(now = Date.now()): boolean {
    this.#times.push(now);
    if (this.#times.length <= MESSAGES) return false;
    return now - (this.#times.shift() ?? 0) < WITHIN_MS;
  }
}
