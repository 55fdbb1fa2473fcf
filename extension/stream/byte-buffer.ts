// Bytes that come in pieces of any size, kept together at the cost of copying each a few times at most.

const SMALLEST = 1024;

export class ByteBuffer {
  #bytes = new Uint8Array(SMALLEST);
  length = 0;

  add(piece: Uint8Array): void {
    const length = this.length + piece.length;
    if (length > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(length, this.#bytes.length * 2));
      larger.set(this.#bytes.subarray(0, this.length));
      this.#bytes = larger;
    }
    this.#bytes.set(piece, this.length);
    this.length = length;
  }

  /** All of it, once. */
  take(): Uint8Array<ArrayBuffer> {
    const taken = this.#bytes.slice(0, this.length);
    this.clear();
    return taken;
  }

  clear(): void {
    if (this.#bytes.length > SMALLEST) this.#bytes = new Uint8Array(SMALLEST);
    this.length = 0;
  }
}
