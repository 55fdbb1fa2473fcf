// Passes on server-sent events one at a time: the libraries that read them are slow with pieces and with blank lines.
import { ByteBuffer } from "./byte-buffer.ts";
import { type EventLimits, EventMeter, type Excess } from "./event-meter.ts";

export class WholeEvents {
  readonly #meter: EventMeter;
  readonly #held = new ByteBuffer();

  constructor(limits: ConstructorParameters<typeof EventMeter>[0] | EventLimits) {
    this.#meter = new EventMeter(limits);
  }

  /** Returns the complete events, each with its blank line, without comments and blank lines between them. */
  add(bytes: Uint8Array): { events: Uint8Array<ArrayBuffer>[]; excess: Excess | undefined } {
    const events: Uint8Array<ArrayBuffer>[] = [];
    let from = 0;
    const excess = this.#meter.add(bytes, (at, hasData) => {
      if (hasData) {
        this.#held.add(bytes.subarray(from, at));
        events.push(this.#held.take());
      } else this.#held.clear();
      from = at;
    });
    if (excess === undefined) this.#held.add(bytes.subarray(from));
    return { events, excess };
  }

  /** The rest, without an end yet. */
  rest(): Uint8Array<ArrayBuffer> {
    return this.#held.take();
  }
}
