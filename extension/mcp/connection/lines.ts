// Splits bytes into whole lines, with a limit on the length of a line.
import { StringDecoder } from "node:string_decoder";

export class Lines {
  readonly #most: number;
  readonly #decoder = new StringDecoder("utf8");
  /** The pieces of the unfinished line, joined only once. */
  #pieces: string[] = [];
  #length = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** `undefined` if a line is too long. The next piece then starts a new line. */
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
