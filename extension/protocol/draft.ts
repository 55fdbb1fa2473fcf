// The unsent message: the same parts as a sent one, in the order of the input.
import * as z from "zod/mini";
import { KnownPart } from "../message/part.ts";

export const Draft = z.object({ parts: z.array(KnownPart) });
export type Draft = z.infer<typeof Draft>;

export const EMPTY_DRAFT: Draft = { parts: [] };

/** What the host knows about a chip: its cost, and whether it will go as the user thinks. */
export const Measure = z.object({
  /** `partKey` of the part it is about. */
  key: z.string(),
  tokens: z.int(),
  /** Where another chip has the same name: with as much of the folders as tells them apart, `net/index.ts`. */
  name: z.optional(z.string()),
  /** How many lines the whole file has, where that is known. */
  lines: z.optional(z.int()),
  /** Shown after the name, e.g. "unsaved". */
  note: z.optional(z.string()),
  /** Why it will not go as it looks, and what to do. */
  problem: z.optional(z.string()),
  /** It could not be read. */
  is_missing: z.optional(z.boolean()),
});
export type Measure = z.infer<typeof Measure>;

/** Short also for an attachment that carries its bytes: their two ends and their number stand for them. */
export function partKey(part: KnownPart): string {
  if (part.type !== "file-attachment" || part.data === undefined) return JSON.stringify(part);
  const { data } = part;
  return JSON.stringify({ ...part, data: `${data.length} ${data.slice(0, 64)} ${data.slice(-64)}` });
}
