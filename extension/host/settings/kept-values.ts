// What was read, kept until it may have changed.

/** More than all settings in all folders of a window; beyond that it begins anew. */
const MOST = 1000;

export class KeptValues<Value> {
  readonly #values = new Map<string, { value: Value }>();

  of(key: string, read: () => Value): Value {
    const kept = this.#values.get(key);
    if (kept !== undefined) return kept.value;
    if (this.#values.size >= MOST) this.forget();
    const value = read();
    this.#values.set(key, { value });
    return value;
  }

  forget(): void {
    this.#values.clear();
  }
}
