// Tokens without a vocabulary: one estimator for chips, meter and budget, per model, corrected by what the model counted.
import type { Block } from "../context.ts";
import { imageSize } from "image-size";
import { pixelsOf } from "../../text/pixels.ts";
import { imageTokens } from "./image-tokens.ts";
import { type Profile, profileOf } from "./text-profile.ts";

/** `dense` has hardly a blank: encoded bytes, hashes, minified text. */
export const CONTENT_CLASSES = ["prose", "code", "json", "cjk", "dense"] as const;
export type ContentClass = (typeof CONTENT_CLASSES)[number];

/** UTF-8 bytes per token, by class, in common vocabularies: what is assumed of a model that was never used. */
export const seedRatios: Readonly<Record<ContentClass, number>> = {
  prose: 4.4,
  code: 3.7,
  json: 3.1,
  cjk: 3.6,
  dense: 1.6,
};

/** How many tokens each piece of a text comes to, fitted to a large vocabulary over prose, data and many languages. */
function weighted(profile: Profile): number {
  return (
    0.907 * profile.words +
    0.021 * profile.letters +
    0.12 * profile.capitals +
    1.582 * profile.numbers +
    0.092 * profile.digits +
    0.3 * profile.long +
    0.367 * profile.mixed +
    0.538 * profile.marks +
    0.33 * profile.moreMarks +
    1.077 * profile.lines +
    0.621 * profile.indents +
    0.009 * profile.blanks +
    0.81 * profile.han +
    0.6 * profile.kana +
    0.71 * profile.hangul +
    1.667 * profile.other
  );
}

/** What a text comes to before any model has been asked: of one class each. */
export interface Measured {
  content: ContentClass | "media";
  tokens: number;
}

export function measureText(text: string, content?: ContentClass): Measured {
  const profile = profileOf(text);
  return { content: content ?? classOf(profile), tokens: weighted(profile) };
}

function classOf({ characters, han, kana, hangul, mixed, capitals, data, marks, moreMarks }: Profile): ContentClass {
  if (han + kana + hangul > 0.2 * characters) return "cjk";
  if (mixed + capitals > 0.2 * characters) return "dense";
  if (data > 0.09 * characters) return "json";
  return marks + moreMarks > 0.075 * characters ? "code" : "prose";
}

export class Estimator {
  readonly #factors: Readonly<Record<ContentClass, number>>;
  readonly #provider: string;

  /** `ratios` are bytes per token as usage taught them; classes it does not name are as seeded. */
  constructor(provider = "", ratios: Readonly<Partial<Record<ContentClass, number>>> = {}) {
    const factor = (content: ContentClass): number => seedRatios[content] / (ratios[content] ?? seedRatios[content]);
    this.#provider = provider;
    this.#factors = {
      prose: factor("prose"),
      code: factor("code"),
      json: factor("json"),
      cjk: factor("cjk"),
      dense: factor("dense"),
    };
  }

  /** Whether both give any text the same tokens but for one in a hundred. */
  isNear(other: Estimator): boolean {
    return CONTENT_CLASSES.every((content) => Math.abs(this.#factors[content] / other.#factors[content] - 1) <= 0.01);
  }

  tokensIn(text: string, content?: ContentClass): number {
    return this.tokens(measureText(text, content));
  }

  tokens({ content, tokens }: Measured): number {
    return Math.ceil(content === "media" ? tokens : tokens * this.#factors[content]);
  }

  /** Pictures by the formula the provider publishes; other media as they were assumed. */
  measure(block: Block): Measured {
    if (block.type !== "media") return measureText(block.text);
    const pixels = block.mime.startsWith("image/") ? pixelsOf(block.data(), imageSize, false) : undefined;
    return {
      content: "media",
      tokens: pixels === undefined ? block.origin.tokens : imageTokens(this.#provider, pixels),
    };
  }
}

/** What is assumed of a model that was never used. */
export const seedEstimator = new Estimator();

export function estimateTokens(text: string, content: ContentClass): number {
  return seedEstimator.tokensIn(text, content);
}
