// Weighs a JSON text while it arrives: one that would take too long to parse is refused before it is parsed.

export interface JsonLimits {
  /** Names with values, of all objects together: each costs about as much as a hundred characters of text. */
  members: number;
  /** Values in lists, of all lists together. */
  items: number;
  /** Objects and lists in each other. */
  depth: number;
}

/** About 50 ms of parsing and checking. Text in strings costs almost nothing, and is limited by the bytes. */
export const MESSAGE_WEIGHT: JsonLimits = { members: 25_000, items: 200_000, depth: 500 };

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;

const isOpen = (byte: number): boolean => byte === 0x7b || byte === 0x5b;
const isClose = (byte: number): boolean => byte === 0x7d || byte === 0x5d;

export class JsonMeter {
  readonly #limits: JsonLimits;
  #members = 0;
  #items = 0;
  #depth = 0;
  #isText = false;
  #isEscaped = false;

  constructor(limits: JsonLimits = MESSAGE_WEIGHT) {
    this.#limits = limits;
  }

  /** Whether the text so far may still be parsed. It need not be JSON. */
  add(bytes: Uint8Array, from = 0, to = bytes.length): boolean {
    for (let at = from; at < to; at += 1) {
      const byte = bytes[at] ?? 0;
      if (this.#isText) this.#inText(byte);
      else if (byte === QUOTE) this.#isText = true;
      else if (byte === COLON) this.#members += 1;
      else if (byte === COMMA) this.#items += 1;
      else if (isOpen(byte)) {
        this.#depth += 1;
        this.#items += 1;
        if (this.#depth > this.#limits.depth) return false;
      } else if (isClose(byte)) this.#depth -= 1;
    }
    return this.#members <= this.#limits.members && this.#items <= this.#limits.items;
  }

  /** The next text begins. */
  reset(): void {
    this.#members = 0;
    this.#items = 0;
    this.#depth = 0;
    this.#isText = false;
    this.#isEscaped = false;
  }

  #inText(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === BACKSLASH) this.#isEscaped = true;
    else if (byte === QUOTE) this.#isText = false;
  }
}
