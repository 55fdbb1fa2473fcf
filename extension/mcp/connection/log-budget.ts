// Limits the log lines of a server: writes a number of lines per interval and counts the rest.
import { counted } from "../../text/counted.ts";

const LINES = 1_000;
const WITHIN_MS = 10_000;
const LINE_LENGTH = 2_000;

export class LogBudget {
  readonly #log: (line: string) => void;
  readonly #now: () => number;
  #since = -Infinity;
  #written = 0;
  #left = 0;

  constructor(log: (line: string) => void, now: () => number = Date.now) {
    this.#log = log;
    this.#now = now;
  }

  readonly write = (line: string): void => {
    this.#renew();
    if (this.#written >= LINES) this.#left += 1;
    else this.#log(line.slice(0, LINE_LENGTH));
    this.#written += 1;
  };

  /** Further lines are not written now. */
  get isSpent(): boolean {
    this.#renew();
    return this.#written >= LINES;
  }

  #renew(): void {
    const now = this.#now();
    if (now - this.#since < WITHIN_MS) return;
    if (this.#left > 0) this.#log(`${counted(this.#left, "line")} omitted`);
    this.#since = now;
    this.#written = 0;
    this.#left = 0;
  }
}
