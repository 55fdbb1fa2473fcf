// The chosen model, remembered: to read it takes the settings and the stored lists of all providers, and every key wants it.
import type { Model } from "../../message/model.ts";

export class RememberedModel {
  readonly #read: (key: string) => Model;
  #known: { key: string; model: Model } | undefined;

  constructor(read: (key: string) => Model) {
    this.#read = read;
  }

  /** By `provider/model`. */
  named(key: string): Model {
    if (this.#known?.key !== key) this.#known = { key, model: this.#read(key) };
    return this.#known.model;
  }

  /** The settings or the lists may have changed. */
  forget(): void {
    this.#known = undefined;
  }
}
