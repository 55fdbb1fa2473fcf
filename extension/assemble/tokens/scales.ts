// What each block weighs: its tokens by the estimator of the model, measured once however often it is sent.
import type { Block } from "../context.ts";
import { type Estimator, type Measured, seedEstimator } from "./estimate.ts";

interface Weight {
  /** What it was weighed with. */
  estimator: Estimator;
  weighed: Block;
}

export class Scales {
  readonly #measured = new WeakMap<Block, Measured>();
  readonly #weights = new WeakMap<Block, Weight>();

  /** The same block with the tokens this estimator gives it; the very same object while the estimator stays the same. */
  weigh<Weighed extends Block>(block: Weighed, estimator: Estimator = seedEstimator): Weighed {
    const known = this.#weights.get(block);
    // What comes back for a block is made of that block below, so it is of its type.
    if (known?.estimator === estimator && isOf(block, known.weighed)) return known.weighed;
    const measured = this.measure(block, estimator);
    const tokens = estimator.tokens(measured);
    const weighed = tokens === block.origin.tokens ? block : { ...block, origin: { ...block.origin, tokens } };
    this.#weights.set(block, { estimator, weighed });
    this.#measured.set(weighed, measured);
    return weighed;
  }

  /** What it comes to before any correction. */
  measure(block: Block, estimator: Estimator = seedEstimator): Measured {
    const measured = this.#measured.get(block) ?? estimator.measure(block);
    this.#measured.set(block, measured);
    return measured;
  }
}

function isOf<Weighed extends Block>(block: Weighed, other: Block): other is Weighed {
  return block.type === other.type;
}
