// Splits long work into short pieces, and yields to the event loop between them.

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
