// The byte order mark that a stream may begin with, removed: readers take it for the first sign of the first line.

const MARK = [0xef, 0xbb, 0xbf];

export class MarkRemover {
  /** How many bytes of the mark have come. */
  #at = 0;

  /** The chunk without the bytes of the mark. */
  remove(chunk: Uint8Array): Uint8Array {
    let from = 0;
    while (from < chunk.length && this.#at < MARK.length)
      if (chunk[from] === MARK[this.#at]) {
        this.#at += 1;
        from += 1;
      } else this.#at = MARK.length;
    return chunk.subarray(from);
  }
}
