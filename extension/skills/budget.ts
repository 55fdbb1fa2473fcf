// Whether the chosen artifacts fit the budget, and which to omit if not.
import type { ArtifactRef } from "./composition.ts";
import type { Artifact } from "./package.ts";
import type { Selection } from "./select.ts";

/** Of descriptions and examples together. */
export const ARTIFACT_TOKENS = 8_000;

/** An endless word is not cheap: no text comes to less than a token for so many characters. */
const MOST_CHARACTERS_PER_TOKEN = 8;

export interface Budget {
  tokens: number;
  /** Without these, what is chosen then fits. Empty: it fits as it is. */
  trim: (ArtifactRef & { tokens: number })[];
}

/**
 * Examples go before descriptions, the largest first. One that goes makes room for the next example in line, so the
 * choice is made anew each time.
 */
export function weighArtifacts(
  artifacts: readonly Artifact[],
  select: (artifacts: readonly Artifact[]) => Selection,
  tokensOf: (text: string) => number,
  budget: number,
): Budget {
  const weigh = (body: string): number => Math.max(tokensOf(body), Math.ceil(body.length / MOST_CHARACTERS_PER_TOKEN));
  const weight = new Map(artifacts.map((artifact) => [artifact, weigh(artifact.body)]));
  const sum = (chosen: readonly Artifact[]): number => chosen.reduce((all, one) => all + (weight.get(one) ?? 0), 0);
  const trim: Budget["trim"] = [];
  let rest = artifacts;
  let { examples, descriptions } = select(rest);
  const tokens = sum([...examples, ...descriptions]);
  while (sum([...examples, ...descriptions]) > budget) {
    const from = sum(examples) > 0 ? examples : descriptions;
    const heaviest = from.reduce((one, other) => ((weight.get(other) ?? 0) > (weight.get(one) ?? 0) ? other : one));
    trim.push({ id: heaviest.id, version: heaviest.version, tokens: weight.get(heaviest) ?? 0 });
    rest = rest.filter((artifact) => artifact !== heaviest);
    ({ examples, descriptions } = select(rest));
  }
  return { tokens, trim };
}
