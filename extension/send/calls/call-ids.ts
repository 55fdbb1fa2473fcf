// Ids for the tool calls of one answer: servers give equal ones, empty ones or none.

export class CallIds {
  readonly #taken = new Set<string>();

  /** The id that the server gives if no other call has it, else one that is made from it or from `prefix`. */
  next(given: string | null | undefined, prefix: string): string {
    const wanted = given || `${prefix}_${this.#taken.size}`;
    const id = this.#taken.has(wanted) ? `${wanted}_${this.#taken.size}` : wanted;
    this.#taken.add(id);
    return id;
  }

  get size(): number {
    return this.#taken.size;
  }
}
