// How long the calls of a connection may be silent. The clock stops while the server waits for the user.

interface Patient {
  /** Aborted when the call was silent for too long. */
  signal: AbortSignal;
  /** The call has reported progress. */
  heard: () => void;
  end: () => void;
}

export class Patience {
  readonly #ms: number;
  readonly #calls = new Set<() => void>();
  #asks = 0;

  constructor(ms: number) {
    this.#ms = ms;
  }

  begin(): Patient {
    const silent = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    const rewind = (): void => {
      clearTimeout(timer);
      if (this.#asks > 0) return;
      timer = setTimeout(() => {
        silent.abort();
      }, this.#ms);
    };
    this.#calls.add(rewind);
    rewind();
    const end = (): void => {
      clearTimeout(timer);
      this.#calls.delete(rewind);
    };
    return { signal: silent.signal, heard: rewind, end };
  }

  /** Stops the clock of every call while the server asks: it does not say for which call. */
  async during<Answer>(ask: Promise<Answer>): Promise<Answer> {
    this.#count(1);
    try {
      return await ask;
    } finally {
      this.#count(-1);
    }
  }

  #count(step: 1 | -1): void {
    this.#asks += step;
    for (const rewind of this.#calls) rewind();
  }
}
