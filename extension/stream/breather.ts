// Long work in short pieces: when a piece took too long the event loop has its turn before the next.

/** The longest piece of work before the event loop has its turn: half a frame. */
const PIECE_MS = 8;

export class Breather {
  #since = performance.now();

  /** Asked after every small step. */
  get isDue(): boolean {
    return performance.now() - this.#since > PIECE_MS;
  }

  async rest(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    this.#since = performance.now();
  }
}
