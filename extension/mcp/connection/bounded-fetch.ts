// A fetch that measures an answer while it arrives, and ends it when it exceeds a limit.
import { Breather } from "../../stream/breather.ts";
import { type EventLimits, EventMeter, type Excess } from "../../stream/event-meter.ts";
import { JsonMeter } from "../../stream/json-meter.ts";
import { readBounded } from "../../stream/read-bounded.ts";
import { through } from "../../stream/through.ts";
import { Flood } from "./flood.ts";
import * as words from "./words.ts";

/** The same limit as for a message of a process. */
const MESSAGE_BYTES = 16 * 1024 * 1024;

/** Comments keep a connection alive; end the connection when they exceed this between two messages. */
const IDLE_BYTES = 1024 * 1024;

/** Read at most this much of a refusal. */
const REFUSAL = { bytes: 64 * 1024, ms: 5_000 };

/** Large enough to be fast, small enough that the library does not block on it. */
const PIECE_BYTES = 4 * 1024;

/** Yield to the event loop after this many pieces, and after one that ends an event. */
const PIECES_AT_ONCE = 16;

/** Galley sends one message at a time, so a long list of answers is not expected. */
const LIST_BYTES = 64 * 1024;

const LIMITS: Omit<EventLimits, "weight"> = { eventBytes: MESSAGE_BYTES, idleBytes: IDLE_BYTES };

const REASONS: Readonly<Record<Excess, string>> = {
  "event-bytes": words.messageTooLarge(MESSAGE_BYTES),
  "event-weight": words.tooManyValues,
  "idle-bytes": words.noMessage,
};

/** Ends the first answer that exceeds a limit, and calls `exceeded` with the reason. */
export function boundedFetch(network: typeof fetch, exceeded?: (reason: string) => void): typeof fetch {
  const flood = new Flood();
  return async (input, init) => {
    const answer = await network(input, init);
    const { body, status, statusText, headers } = answer;
    if (body === null) return answer;
    const bounded = async (): Promise<ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> | null> => {
      if (answer.ok && status !== 202)
        return isEvents(headers) ? weighed(body, new Events(flood), exceeded) : weighed(body, new Whole(), exceeded);
      // The body of a 202 response is not used.
      if (status === 202) await body.cancel().catch(() => undefined);
      return status === 202 ? null : (await readBounded(body, REFUSAL)).bytes;
    };
    return new Response(await bounded(), { status, statusText, headers });
  };
}

function isEvents(headers: Headers): boolean {
  return /^\s*text\/event-stream\s*(;|$)/i.test(headers.get("content-type") ?? "");
}

interface Weigher {
  /** The number of complete events. */
  readonly count: number;
  /** Why the answer exceeds a limit; `undefined` if it does not. */
  add: (piece: Uint8Array) => string | undefined;
}

class Events implements Weigher {
  readonly #meter = new EventMeter(LIMITS);
  readonly #flood: Flood;

  constructor(flood: Flood) {
    this.#flood = flood;
  }

  get count(): number {
    return this.#meter.count;
  }

  add(piece: Uint8Array): string | undefined {
    const before = this.#meter.count;
    const excess = this.#meter.add(piece);
    if (excess !== undefined) return REASONS[excess];
    for (let at = before; at < this.#meter.count; at += 1) if (this.#flood.add()) return words.flooded;
    return undefined;
  }
}

class Whole implements Weigher {
  readonly count = 0;
  readonly #meter = new JsonMeter();
  #length = 0;
  #most = MESSAGE_BYTES;

  add(piece: Uint8Array): string | undefined {
    if (this.#length === 0 && new TextDecoder().decode(piece).trimStart().startsWith("[")) this.#most = LIST_BYTES;
    this.#length += piece.length;
    if (this.#length > this.#most)
      return this.#most === LIST_BYTES ? words.tooManyValues : words.messageTooLarge(MESSAGE_BYTES);
    return this.#meter.add(piece) ? undefined : words.tooManyValues;
  }
}

/** An error cancels the body, and with it the connection. */
function weighed(
  body: ReadableStream<Uint8Array>,
  weigher: Weigher,
  exceeded: ((reason: string) => void) | undefined,
): ReadableStream<Uint8Array> {
  const breather = new Breather();
  let pieces = 0;
  return through(body, {
    each: async (chunk, send) => {
      for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
        const piece = chunk.subarray(at, at + PIECE_BYTES);
        const before = weigher.count;
        const reason = weigher.add(piece);
        if (reason !== undefined) {
          exceeded?.(reason);
          throw new Error(reason);
        }
        send(piece);
        pieces += 1;
        if (weigher.count > before || pieces % PIECES_AT_ONCE === 0 || breather.isDue) await breather.rest();
      }
    },
  });
}
