// Bytes in, whole lines out, with a bound on how long one may get.
import { StringDecoder } from "node:string_decoder";

export class Lines {
  readonly #most: number;
  readonly #decoder = new StringDecoder("utf8");
  /** The pieces of the line that has no end yet: joined once, however many there are. */
  #pieces: string[] = [];
  #length = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** `undefined` when a line is longer than may be; it starts anew after that. */
  add(chunk: Buffer): string[] | undefined {
    const [first = "", ...rest] = this.#decoder.write(chunk).split("\n");
    this.#pieces.push(first);
    this.#length += first.length;
    if (this.#length > this.#most) {
      this.#pieces = [];
      this.#length = 0;
      return undefined;
    }
    const last = rest.pop();
    if (last === undefined) return [];
    const lines = [this.#pieces.join(""), ...rest];
    this.#pieces = [last];
    this.#length = last.length;
    return lines;
  }
}
