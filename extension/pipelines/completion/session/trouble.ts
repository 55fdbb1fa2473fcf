// A server that fails is left alone for a while, longer each time, and each kind of failure is told once.
import type { Failure } from "../../../message/failure.ts";
import { backOffMs } from "../pace.ts";

export class Trouble {
  readonly #now: () => number;
  readonly #told = new Set<string>();
  #failures = 0;
  #until = 0;
  #last: Failure | undefined;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Returns whether the user does not know of it yet. Several keys may have waited for the same: that counts once. */
  failed(failure: Failure, askedMs = 0): boolean {
    if (failure === this.#last) return false;
    this.#failures += 1;
    this.#last = failure;
    this.#until = this.#now() + backOffMs(this.#failures, askedMs);
    const isNew = !this.#told.has(failure.code);
    this.#told.add(failure.code);
    return isNew;
  }

  answered(): void {
    this.#failures = 0;
    this.#until = 0;
    this.#last = undefined;
  }

  /** The last failure, while the server is left alone. */
  get waitingFor(): Failure | undefined {
    return this.#now() < this.#until ? this.#last : undefined;
  }

  /** Another model, another address, another key. */
  forget(): void {
    this.answered();
    this.#told.clear();
  }
}
