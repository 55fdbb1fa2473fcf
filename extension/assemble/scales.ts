// What each block weighs: its tokens by the estimator of the model, its bytes, counted once however often it is sent.
import type { Block } from "./context.ts";
import { type Estimator, type Measured, seedEstimator } from "./estimate.ts";

interface Weight {
  /** What it was weighed with. */
  estimator: Estimator;
  weighed: Block;
}

export class Scales {
  readonly #measured = new WeakMap<Block, Measured>();
  readonly #weights = new WeakMap<Block, Weight>();
  readonly #bytes = new WeakMap<Block, number>();

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
    const bytes = this.#bytes.get(block);
    if (bytes !== undefined) this.#bytes.set(weighed, bytes);
    return weighed;
  }

  /** What it comes to before any correction. */
  measure(block: Block, estimator: Estimator = seedEstimator): Measured {
    const measured = this.#measured.get(block) ?? estimator.measure(block);
    this.#measured.set(block, measured);
    return measured;
  }

  bytesOf(block: Block): number {
    const known = this.#bytes.get(block);
    if (known !== undefined) return known;
    const bytes = utf8Length(block.text);
    this.#bytes.set(block, bytes);
    return bytes;
  }
}

function isOf<Weighed extends Block>(block: Weighed, other: Block): other is Weighed {
  return block.type === other.type;
}

/** Without encoding it: a lone surrogate counts as the three bytes that stand for it. */
export function utf8Length(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x80) continue;
    if (code < 0x800) bytes += 1;
    else if (code >= 0xd800 && code < 0xdc00 && isLowSurrogate(text.charCodeAt(at + 1))) {
      bytes += 2;
      at += 1;
    } else bytes += 2;
  }
  return bytes;
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code < 0xe000;
}
