// The pace of this typist and this model, as it was seen so far: it decides how long to wait before the model is asked.
import { isInsideWord } from "../amount.ts";
import { type Caret, isBlank } from "../caret.ts";
import { FIRST_INTERVAL_MS, nextInterval, nextLatency, waitBefore } from "../pace.ts";

export class Pacing {
  readonly #now: () => number;
  #interval = FIRST_INTERVAL_MS;
  #lastKey = 0;
  #latency: number | undefined;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** A key was typed. */
  typed(): void {
    const now = this.#now();
    this.#interval = nextInterval(this.#interval, now - this.#lastKey);
    this.#lastKey = now;
  }

  answered(tookMs: number): void {
    this.#latency = nextLatency(this.#latency, tookMs);
  }

  /** Another model: how long it takes is not known. The typist is the same. */
  forgetModel(): void {
    this.#latency = undefined;
  }

  /** In milliseconds. `isManual`: the user asked for it. */
  waitAt(caret: Caret, isManual: boolean): number {
    return waitBefore({
      intervalMs: this.#interval,
      latencyMs: this.#latency ?? 0,
      isInsideWord: isInsideWord(caret),
      isRestOpen: !isBlank(caret.after),
      isManual,
    });
  }
}
