// Measures each JSON line of a process while it arrives.
import { JsonMeter } from "../../stream/json-meter.ts";

const LF = 0x0a;

export class LineMeter {
  readonly #json = new JsonMeter();

  /** Whether every line so far is within the limits for parsing. */
  add(chunk: Uint8Array): boolean {
    let from = 0;
    for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, from)) {
      if (!this.#json.add(chunk, from, end)) return false;
      this.#json.reset();
      from = end + 1;
    }
    return this.#json.add(chunk, from);
  }
}
