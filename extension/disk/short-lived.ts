// Answers that stand for a moment. One that is asked for again is read anew before it is too old, so that nobody waits.

interface Answer<Value> {
  /** When it began to be read. */
  at: number;
  value: Promise<Value>;
  isBeingRenewed: boolean;
}

export class ShortLived<Value> {
  readonly #standsMs: number;
  readonly #now: () => number;
  readonly #answers = new Map<string, Answer<Value>>();

  constructor(standsMs: number, now: () => number) {
    this.#standsMs = standsMs;
    this.#now = now;
  }

  /** Rejects as `read` does. */
  get(key: string, read: () => Promise<Value>): Promise<Value> {
    const now = this.#now();
    for (const [name, { at }] of this.#answers) if (now - at > this.#standsMs) this.#answers.delete(name);
    const known = this.#answers.get(key);
    if (known === undefined) {
      const value = read();
      this.#answers.set(key, { at: now, value, isBeingRenewed: false });
      return value;
    }
    if (now - known.at > this.#standsMs / 2 && !known.isBeingRenewed) {
      known.isBeingRenewed = true;
      void this.#renew(key, known, { at: now, value: read(), isBeingRenewed: false });
    }
    return known.value;
  }

  /** The known answer stands until the new one is there. What can no longer be read is asked for again. */
  async #renew(key: string, known: Answer<Value>, renewed: Answer<Value>): Promise<void> {
    const isRead = await renewed.value.then(
      () => true,
      () => false,
    );
    if (this.#answers.get(key) !== known) return;
    if (isRead) this.#answers.set(key, renewed);
    else this.#answers.delete(key);
  }
}
