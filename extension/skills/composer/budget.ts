// Whether the chosen artifacts fit the budget, and which to omit if not.
import type { ArtifactRef } from "./composition.ts";
import type { Artifact } from "../package.ts";
import type { Selection } from "./select.ts";

/** Maximum size of descriptions, examples and the approach together. */
export const ARTIFACT_TOKENS = 8_000;

/** Counts at least one token for this many characters, so that a very long word is not counted too low. */
const MOST_CHARACTERS_PER_TOKEN = 8;

export interface Budget {
  tokens: number;
  /** Without these artifacts the rest fits. Empty if everything fits. */
  trim: (ArtifactRef & { tokens: number })[];
}

/**
 * Removes examples before descriptions, the largest first, and an approach last. The next example may take the place of a removed one, so the
 * artifacts are selected again each time.
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
  let { examples, descriptions, approach } = select(rest);
  const all = (): Artifact[] => [...examples, ...descriptions, ...(approach === undefined ? [] : [approach])];
  const tokens = sum(all());
  while (sum(all()) > budget) {
    const from = sum(examples) > 0 ? examples : sum(descriptions) > 0 ? descriptions : all();
    const heaviest = from.reduce((one, other) => ((weight.get(other) ?? 0) > (weight.get(one) ?? 0) ? other : one));
    trim.push({ id: heaviest.id, version: heaviest.version, tokens: weight.get(heaviest) ?? 0 });
    rest = rest.filter((artifact) => artifact !== heaviest);
    ({ examples, descriptions, approach } = select(rest));
  }
  return { tokens, trim };
}
