// The most promising of very many, by class and length, without sorting them.

/** Lengths above this count alike. */
const LONGEST = 255;

export class Shortlist {
  readonly #size: number;
  #ids = new Uint32Array(1 << 12);
  #keys = new Uint16Array(1 << 12);
  #count = 0;
  readonly #histogram: Uint32Array;

  /** `classes`: how many there are. */
  constructor(size: number, classes: number) {
    this.#size = size;
    this.#histogram = new Uint32Array(classes * (LONGEST + 1));
  }

  get count(): number {
    return this.#count;
  }

  /** `grade` is the class, 0 the best. */
  add(id: number, grade: number, length: number): void {
    const key = grade * (LONGEST + 1) + Math.min(LONGEST, length);
    if (this.#count === this.#ids.length) this.#grow();
    this.#ids[this.#count] = id;
    this.#keys[this.#count] = key;
    this.#count += 1;
    this.#histogram[key] = (this.#histogram[key] ?? 0) + 1;
  }

  /** About as many as were asked for, in no order: the best, and of the last class and length as many as there is room for. */
  ids(): number[] {
    let last = 0;
    let better = 0;
    for (let seen = 0; last < this.#histogram.length; last += 1) {
      better = seen;
      seen += this.#histogram[last] ?? 0;
      if (seen >= this.#size) break;
    }
    let room = 2 * this.#size - better;
    const out: number[] = [];
    for (let index = 0; index < this.#count; index += 1) {
      const key = this.#keys[index] ?? 0;
      if (key < last || (key === last && room-- > 0)) out.push(this.#ids[index] ?? 0);
    }
    return out;
  }

  #grow(): void {
    const ids = new Uint32Array(this.#ids.length * 2);
    const keys = new Uint16Array(this.#keys.length * 2);
    ids.set(this.#ids);
    keys.set(this.#keys);
    this.#ids = ids;
    this.#keys = keys;
  }
}
