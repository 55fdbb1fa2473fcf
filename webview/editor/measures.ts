// What the host last said about each chip, by part; chips listen and redraw themselves.
import { partKey, type Measure } from "../../extension/protocol/draft.ts";
import type { ChipPart } from "./schema.ts";

export class Measures {
  readonly #known = new Map<string, Measure>();
  readonly #listeners = new Set<() => void>();

  of(part: ChipPart): Measure | undefined {
    return this.#known.get(partKey(part));
  }

  learn(measures: readonly Measure[]): void {
    const news = measures.filter((measure) => JSON.stringify(this.#known.get(measure.key)) !== JSON.stringify(measure));
    if (news.length === 0) return;
    for (const measure of news) this.#known.set(measure.key, measure);
    for (const listener of this.#listeners) listener();
  }

  /** Returns the way to stop listening. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
