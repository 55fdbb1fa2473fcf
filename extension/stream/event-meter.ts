// Weighs a stream of server-sent events while it arrives: one event, what stands between two, and how many there are.
import { JsonMeter, type JsonLimits, MESSAGE_WEIGHT } from "./json-meter.ts";

export interface EventLimits {
  /** Of the data of one event. */
  eventBytes: number;
  /** Of blank lines, comments, names and ids between the data of one event and the next. */
  idleBytes: number;
  weight: JsonLimits;
}

export type Excess = "event-bytes" | "idle-bytes" | "event-weight";

/** Counted in addition for each line, because the reader stores lines separately until the event ends. */
const LINE_BYTES = 64;

const LF = 0x0a;
const CR = 0x0d;
const DATA = Array.from("data", (sign) => sign.charCodeAt(0));
/** llama.cpp tells errors in lines of this name: they count as data. */
const ERROR = Array.from("error", (sign) => sign.charCodeAt(0));

export class EventMeter {
  readonly #limits: EventLimits;
  readonly #json: JsonMeter;
  #event = 0;
  #idle = 0;
  #hasData = false;
  /** Of the line so far. */
  #length = 0;
  /** The line may still be one of data, or is one. */
  #isData = true;
  /** The name that a line of data has, as its first sign decides. */
  #name = DATA;
  #afterCr = false;
  #ended: ((at: number, hasData: boolean) => void) | undefined;
  /** Events that have ended. */
  count = 0;

  constructor({ weight = MESSAGE_WEIGHT, ...limits }: Omit<EventLimits, "weight"> & { weight?: JsonLimits }) {
    this.#limits = { ...limits, weight };
    this.#json = new JsonMeter(weight);
  }

  /** The limit that is exceeded, or `undefined`. Calls `ended` with the place where a blank line ended an event. */
  add(bytes: Uint8Array, ended?: (at: number, hasData: boolean) => void): Excess | undefined {
    this.#ended = ended;
    let from = 0;
    while (from < bytes.length) {
      const end = this.#takeLine(bytes, from);
      if (end === undefined) return "event-weight";
      from = end;
      if (this.#event > this.#limits.eventBytes) return "event-bytes";
      if (this.#idle > this.#limits.idleBytes) return "idle-bytes";
    }
    return undefined;
  }

  /** Up to the end of the line or of the bytes; where it stopped. Nothing when the event weighs too much. */
  #takeLine(bytes: Uint8Array, from: number): number | undefined {
    let at = from;
    if (this.#afterCr && bytes[at] === LF) at += 1;
    this.#afterCr = false;
    const start = at;
    for (; at < bytes.length && bytes[at] !== LF && bytes[at] !== CR; at += 1) {
      const place = this.#length + at - start;
      if (place === 0) this.#name = bytes[at] === ERROR[0] ? ERROR : DATA;
      if (place < this.#name.length && bytes[at] !== this.#name[place]) this.#isData = false;
      if (place === this.#name.length && bytes[at] !== 0x3a) this.#isData = false;
    }
    this.#length += at - start;
    const value = Math.max(start, at - Math.max(0, this.#length - this.#name.length - 1));
    if (this.#isData && !this.#json.add(bytes, value, at)) return undefined;
    if (this.#isData) this.#event += at - from;
    else this.#idle += at - from;
    if (at === bytes.length) return at;
    this.#afterCr = bytes[at] === CR;
    this.#endLine(at + 1);
    return at + 1;
  }

  #endLine(at: number): void {
    if (this.#length === 0) this.#endEvent(at);
    else if (this.#isData && this.#length >= this.#name.length) {
      this.#hasData = true;
      this.#event += LINE_BYTES;
    } else this.#idle += 1;
    this.#length = 0;
    this.#isData = true;
  }

  #endEvent(at: number): void {
    this.#idle += 1;
    this.#ended?.(at, this.#hasData);
    if (!this.#hasData) return;
    this.#hasData = false;
    this.#event = 0;
    this.#idle = 0;
    this.count += 1;
    this.#json.reset();
  }
}
