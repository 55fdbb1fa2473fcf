// Remembers what was read for a short time. Reads again before the time is over, so that a caller seldom waits for it.

interface Answer<Value> {
  /** When reading began. */
  at: number;
  value: Promise<Value>;
  isBeingRenewed: boolean;
}

interface Times {
  /** After this, the next caller gets the known value and causes a new read. */
  freshMs: number;
  /** After this, the next caller waits for a new read. */
  longestMs: number;
}

export class ShortLived<Value> {
  readonly #times: Times;
  readonly #now: () => number;
  readonly #answers = new Map<string, Answer<Value>>();

  constructor(times: Times, now: () => number) {
    this.#times = times;
    this.#now = now;
  }

  /** Rejects as `read` does, and does not remember that. */
  get(key: string, read: () => Promise<Value>): Promise<Value> {
    const now = this.#now();
    for (const [name, { at }] of this.#answers) if (now - at > this.#times.longestMs) this.#answers.delete(name);
    const known = this.#answers.get(key);
    if (known === undefined) return this.#first(key, { at: now, value: read(), isBeingRenewed: false });
    if (now - known.at > this.#times.freshMs && !known.isBeingRenewed) {
      known.isBeingRenewed = true;
      void this.#renew(key, known, { at: now, value: read(), isBeingRenewed: false });
    }
    return known.value;
  }

  /** What is being read now is not remembered either. */
  forget(): void {
    this.#answers.clear();
  }

  #first(key: string, answer: Answer<Value>): Promise<Value> {
    this.#answers.set(key, answer);
    answer.value.catch(() => {
      if (this.#answers.get(key) === answer) this.#answers.delete(key);
    });
    return answer.value;
  }

  /** The known answer is used until the new one is there. If reading fails, the next caller reads again. */
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
