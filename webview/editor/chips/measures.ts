// What the host last said about each chip, by part; chips listen and redraw themselves.
import { partKey, type Measure } from "../../../extension/protocol/draft.ts";
import type { ChipPart } from "../schema.ts";

/** A key may hold a whole text: more than these are not remembered. */
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
    // The host tells all of a message: what is not among these is of another one. Most are worth keeping for an undo.
    if (this.#known.size + news.length > MOST) this.#known.clear();
    for (const measure of measures) this.#known.set(measure.key, measure);
    for (const listener of this.#listeners) listener();
  }

  /** Returns the way to stop listening. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
