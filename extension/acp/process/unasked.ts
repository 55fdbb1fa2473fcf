// Counts what an agent sends outside of a turn, so that one that never stops can be ended.

const MESSAGES = 20_000;
const WITHIN_MS = 10_000;

export class Unasked {
  #from = 0;
  #count = 0;

  /** One more has come; `true` when that is too many. */
  add(now = Date.now()): boolean {
    if (now - this.#from > WITHIN_MS) {
      this.#from = now;
      this.#count = 0;
    }
    this.#count += 1;
    return this.#count > MESSAGES;
  }
}
