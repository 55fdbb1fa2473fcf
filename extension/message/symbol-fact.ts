// What became of a mentioned symbol when its message was sent; later turns repeat this, never the file.
import * as z from "zod/mini";
import type { Part } from "./part.ts";
import { LineRange } from "./range.ts";

export const SymbolFact = z.discriminatedUnion("state", [
  z.object({ state: z.literal("found"), range: LineRange }),
  z.object({ state: z.literal("gone"), reason: z.string() }),
  /** The symbols of the file could not be read, so the lines are those of the mention. */
  z.object({ state: z.literal("unchecked"), reason: z.string() }),
]);
export type SymbolFact = z.infer<typeof SymbolFact>;

export interface SymbolTarget {
  name: string;
  path: string;
  range: LineRange;
}

/** The symbol that a part mentions. */
export function symbolOf(part: Part): SymbolTarget | undefined {
  return part.type === "mention" && part.target.kind === "symbol" ? part.target : undefined;
}

/** Two mentions with one key are the same symbol. */
export function symbolKey({ name, path, range }: SymbolTarget): string {
  return JSON.stringify([path, name, range.start, range.end]);
}
