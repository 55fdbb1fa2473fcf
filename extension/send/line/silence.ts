// Tells how long nothing has come, every few seconds, so that a slow server is seen to be waited for.

/** A shorter silence is an ordinary pause. */
const WORTH_TELLING_MS = 10_000;
const EVERY_MS = 5_000;

export class Silence {
  readonly #now: () => number;
  readonly #timer: NodeJS.Timeout;
  #since: number;
  #tick = Promise.withResolvers<"silent">();

  constructor(now: () => number = () => performance.now(), everyMs = EVERY_MS) {
    this.#now = now;
    this.#since = now();
    this.#timer = setInterval(() => {
      if (this.#elapsed < WORTH_TELLING_MS) return;
      this.#tick.resolve("silent");
      this.#tick = Promise.withResolvers();
    }, everyMs);
  }

  get #elapsed(): number {
    return this.#now() - this.#since;
  }

  get seconds(): number {
    return Math.round(this.#elapsed / 1000);
  }

  /** Resolves when it is time to tell, if that ever comes. */
  get isLong(): Promise<"silent"> {
    return this.#tick.promise;
  }

  /** Something has come. */
  end(): void {
    this.#since = this.#now();
  }

  close(): void {
    clearInterval(this.#timer);
  }
}
