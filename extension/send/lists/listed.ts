// A model as its provider's list tells it.
import type { ModelFacts } from "../../providers/model-table.ts";

/** What the list does not tell is not in the facts: the table of models knows it, or it is a guess. */
export interface Listed {
  id: string;
  facts: Partial<ModelFacts>;
}

export const PICTURES = ["image/png", "image/jpeg", "image/gif", "image/webp"];

/** Galley asks for no more than this in one answer, whatever the model can give. */
const MOST_OUTPUT = 32_768;

export function outputFact(most: number | undefined): Pick<Listed["facts"], "max_output"> {
  return most === undefined ? {} : { max_output: Math.min(most, MOST_OUTPUT) };
}
