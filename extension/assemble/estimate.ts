// Tokens from bytes: one estimator for chips, meter and budget.
import type { Block } from "./context.ts";

export type ContentClass = "prose" | "code" | "json";

/** UTF-8 bytes per token of ASCII text, by class; measured against common vocabularies. */
const bytesPerToken: Readonly<Record<ContentClass, number>> = { prose: 4.4, code: 3.4, json: 3.0 };

/** Wide scripts: about one token for each of their characters, which are three bytes long. */
const BYTES_PER_WIDE_TOKEN = 3;
const BYTES_PER_OTHER_TOKEN = 2.4;

export function estimateTokens(text: string, content: ContentClass): number {
  let ascii = 0;
  let wide = 0;
  let other = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x80) ascii += 1;
    else if (code < 0x800) other += 2;
    else if (code >= 0x2e80) wide += 3;
    else other += 3;
  }
  return Math.ceil(ascii / bytesPerToken[content] + wide / BYTES_PER_WIDE_TOKEN + other / BYTES_PER_OTHER_TOKEN);
}

export interface Estimator {
  tokensOf: (block: Block) => number;
  tokensIn: (text: string) => number;
}

/** What is assumed of a model that was never used. */
export const seedEstimator: Estimator = {
  tokensOf: (block) => estimateTokens(block.text, "prose"),
  tokensIn: (text) => estimateTokens(text, "prose"),
};
