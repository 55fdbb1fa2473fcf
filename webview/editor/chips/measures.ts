// The host's latest measure of each chip; chips listen and redraw themselves.
import { partKey, type Measure } from "../../../extension/protocol/draft.ts";
import type { ChipPart } from "../schema.ts";

/** How many measures are kept. A key may contain a whole text. */
const MOST = 100;

export class Measures {
  readonly #known = new Map<string, Measure>();
  readonly #listeners = new Set<() => void>();

  of(part: ChipPart): Measure | undefined {
    return this.#known.get(partKey(part));
  }

  learn(measures: readonly Measure[]): void {
    const news = measures.filter((measure) => JSON.stringify(this.#known.get(measure.key)) !== JSON.stringify(measure));
    if (news.length === 0) return;
    // The host sends all measures of the draft; older ones are kept for an undo, until there are too many.
    if (this.#known.size + news.length > MOST) this.#known.clear();
    for (const measure of measures) this.#known.set(measure.key, measure);
    for (const listener of this.#listeners) listener();
  }

  /** Returns a function that stops listening. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
