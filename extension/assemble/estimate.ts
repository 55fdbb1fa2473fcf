// Tokens without a vocabulary: one estimator for chips, meter and budget, per model, corrected by what the model counted.
import type { Block } from "./context.ts";
import { imageTokens, pixelsOf } from "./image-tokens.ts";
import { type Profile, profileOf } from "./profile.ts";

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
const weights: Readonly<Partial<Record<keyof Profile, number>>> = {
  words: 0.907,
  letters: 0.021,
  capitals: 0.12,
  numbers: 1.582,
  digits: 0.092,
  mixed: 0.367,
  marks: 0.538,
  moreMarks: 0.33,
  lines: 1.077,
  indents: 0.621,
  blanks: 0.009,
  han: 0.81,
  kana: 0.6,
  hangul: 0.71,
  other: 1.667,
};
const weighted = Object.entries(weights);

/** What a text comes to before any model has been asked: of one class each. */
export interface Measured {
  content: ContentClass | "media";
  tokens: number;
}

export function measureText(text: string, content?: ContentClass): Measured {
  const profile: Readonly<Record<string, number>> = { ...profileOf(text) };
  let tokens = 0;
  for (const [feature, weight] of weighted) tokens += (profile[feature] ?? 0) * weight;
  return { content: content ?? classOf(profile), tokens };
}

function classOf(profile: Readonly<Record<string, number>>): ContentClass {
  const share = (...features: (keyof Profile)[]): number =>
    features.reduce((total, feature) => total + (profile[feature] ?? 0), 0) / Math.max(1, profile["characters"] ?? 0);
  if (share("han", "kana", "hangul") > 0.2) return "cjk";
  if (share("mixed", "capitals") > 0.2) return "dense";
  if (share("data") > 0.09) return "json";
  return share("marks", "moreMarks") > 0.075 ? "code" : "prose";
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

  tokensIn(text: string, content?: ContentClass): number {
    return this.tokens(measureText(text, content));
  }

  tokens({ content, tokens }: Measured): number {
    return Math.ceil(content === "media" ? tokens : tokens * this.#factors[content]);
  }

  /** Pictures by the formula the provider publishes; other media as they were assumed. */
  measure(block: Block): Measured {
    if (block.type !== "media") return measureText(block.text);
    const pixels = block.mime.startsWith("image/") ? pixelsOf(block.data()) : undefined;
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
