// A stream of JSON lines, whole lines only, that breaks at the first that is none: the reader behind it would pass over it.
import { Breather } from "../../stream/breather.ts";
import { ByteBuffer } from "../../stream/byte-buffer.ts";
import { JsonMeter } from "../../stream/json-meter.ts";
import { through } from "../../stream/through.ts";
import * as words from "./words.ts";

const LINE_BYTES = 8 * 1024 * 1024;

const BLANK_BYTES = 1024 * 1024;

/** After so many lines, or bytes of one, the event loop has its turn. */
const AT_ONCE = 16;
const PIECE_BYTES = 16 * 1024;

const LF = 0x0a;

export function checkedLines(response: Response): Response {
  const { body, status, headers } = response;
  if (!response.ok || body === null) return response;
  const lines = new Lines();
  const breather = new Breather();
  let count = 0;
  const checked = through(body, {
    each: async (chunk, send) => {
      for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
        for (const line of lines.add(chunk.subarray(at, at + PIECE_BYTES))) {
          send(line);
          count += 1;
          if (count % AT_ONCE === 0) await breather.rest();
        }
        if (breather.isDue) await breather.rest();
      }
    },
    end: (send) => {
      const rest = lines.rest();
      if (rest.length > 0) send(rest);
    },
  });
  return new Response(checked, { status, headers });
}

class Lines {
  readonly #held = new ByteBuffer();
  readonly #meter = new JsonMeter();
  readonly #decoder = new TextDecoder();
  /** Bytes of blank lines since the last that was not. */
  #blank = 0;

  /** Yields each line with its line break, without blank lines. Throws if a line is not JSON or is too large. */
  *add(chunk: Uint8Array): Generator<Uint8Array> {
    let from = 0;
    for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, from)) {
      const piece = chunk.subarray(from, end + 1);
      from = end + 1;
      if (this.#held.length === 0 && isBlank(piece)) {
        this.#skip(piece.length);
        continue;
      }
      this.#hold(piece);
      this.#meter.reset();
      this.#blank = 0;
      const line = this.#held.take();
      const value: unknown = JSON.parse(this.#decoder.decode(line));
      if (typeof value !== "object" || value === null) continue;
      yield "error" in value && typeof value.error === "object" ? withErrorAsText(value.error) : line;
    }
    this.#hold(chunk.subarray(from));
  }

  rest(): Uint8Array {
    return this.#held.take();
  }

  #skip(bytes: number): void {
    this.#blank += bytes;
    if (this.#blank > BLANK_BYTES) throw new Error(words.noMessage);
  }

  #hold(piece: Uint8Array): void {
    this.#held.add(piece);
    if (this.#held.length > LINE_BYTES) throw new Error(words.messageTooLarge(LINE_BYTES));
    if (!this.#meter.add(piece)) throw new Error(words.tooManyValues);
  }
}

/** The reader behind it takes every error for a text. */
function withErrorAsText(error: unknown): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify({ error: JSON.stringify(error) })}\n`);
}

function isBlank(line: Uint8Array): boolean {
  return line.every((byte) => byte <= 0x20);
}
