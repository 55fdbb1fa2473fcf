// The most promising of very many, by class and length, without sorting them.

/** Lengths above this count alike. */
const LONGEST = 255;
const CLASSES = 11;

export class Shortlist {
  readonly #size: number;
  #ids = new Uint32Array(1 << 12);
  #keys = new Uint16Array(1 << 12);
  #count = 0;
  readonly #histogram = new Uint32Array(CLASSES * (LONGEST + 1));

  constructor(size: number) {
    this.#size = size;
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

  /** About as many as were asked for, in no order: all of a class and length, until they are enough. */
  ids(): number[] {
    let cut = 0;
    for (let seen = 0; cut < this.#histogram.length && seen < this.#size; cut += 1) seen += this.#histogram[cut] ?? 0;
    const out: number[] = [];
    for (let index = 0; index < this.#count && out.length < 2 * this.#size; index += 1) {
      if ((this.#keys[index] ?? 0) < cut) out.push(this.#ids[index] ?? 0);
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
