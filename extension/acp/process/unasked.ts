// Counts the updates that an agent sends outside of a turn, so that Galley can end one that never stops.

const MESSAGES = 20_000;
const WITHIN_MS = 10_000;

export class Unasked {
  #from = 0;
  #count = 0;

  /** Counts one update. Returns `true` when there are too many. */
  add(now = Date.now()): boolean {
    if (now - this.#from > WITHIN_MS) {
      this.#from = now;
      this.#count = 0;
    }
    this.#count += 1;
    return this.#count > MESSAGES;
  }
}
