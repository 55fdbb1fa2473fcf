// The unsent message: the same parts as a sent one, in the order of the input.
import * as z from "zod/mini";
import { KnownPart } from "../message/part.ts";

export const Draft = z.object({ parts: z.array(KnownPart) });
export type Draft = z.infer<typeof Draft>;

export const EMPTY_DRAFT: Draft = { parts: [] };

/** What the host knows about a chip: its cost, and whether it can be sent as shown. */
export const Measure = z.object({
  /** The `partKey` of the part. */
  key: z.string(),
  tokens: z.int(),
  /** The name with enough folders to tell it from another chip of the same name: `net/index.ts`. */
  name: z.optional(z.string()),
  /** The number of lines in the whole file, if known. */
  lines: z.optional(z.int()),
  /** Shown after the name, e.g. "unsaved". */
  note: z.optional(z.string()),
  /** Why the chip cannot be sent as shown, and what to do. */
  problem: z.optional(z.string()),
  /** The file could not be read. */
  is_missing: z.optional(z.boolean()),
});
export type Measure = z.infer<typeof Measure>;

/** Identifies a part. For an attachment with bytes, the key has only their length and both ends. */
export function partKey(part: KnownPart): string {
  if (part.type !== "file-attachment" || part.data === undefined) return JSON.stringify(part);
  const { data } = part;
  return JSON.stringify({ ...part, data: `${data.length} ${data.slice(0, 64)} ${data.slice(-64)}` });
}
