// The record of one request: what it contained, what it cost, and what was omitted and why.
import * as z from "zod/mini";
import { Range } from "./range.ts";

const Tokens = z.int().check(z.gte(0));

/** Names a stored text that stood before a turn's typed content. */
export const SentPinRow = z.object({
  id: z.string(),
  name: z.string(),
  content_id: z.string(),
  path: z.optional(z.string()),
  range: z.optional(Range),
});
export type SentPinRow = z.infer<typeof SentPinRow>;

export const Manifest = z.object({
  id: z.string(),
  session_id: z.string(),
  message_id: z.string(),
  at: z.int(),
  model: z.string(),
  layers: z.array(z.object({ id: z.string(), tokens: Tokens, digest: z.string() })),
  /** What the model may call: how many, what they cost with every request, and the digest of what they say. */
  tools: z.optional(z.object({ count: z.int(), tokens: Tokens, digest: z.string() })),
  history: z.object({ messages: z.int(), tokens: Tokens, tool_rounds: z.int() }),
  pinned: z.array(
    z.object({ id: z.string(), tokens: Tokens, state: z.enum(["sent", "unchanged", "failed"]), as_of: z.int() }),
  ),
  task: z.array(z.object({ part: z.string(), tokens: Tokens, lowered_as: z.string() })),
  elided: z.array(z.object({ what: z.string(), tokens: Tokens, why: z.string() })),
  dropped: z.array(z.object({ what: z.string(), why: z.string() })),
  estimate: Tokens,
  limit: z.int(),
  reserve: Tokens,
  actual: z.nullable(z.object({ input: Tokens, output: Tokens, cache_read: Tokens, cache_write: Tokens })),
  /** The pinned blocks before the turn's typed content, in order; the note about the others has no id. */
  sent_pins: z.optional(z.array(SentPinRow)),
  /** Whether later requests repeat them. */
  pins_placement: z.optional(z.enum(["append", "turn"])),
  prefix: z.object({ same_bytes: z.int(), total_bytes: z.int(), diverges_at: z.nullable(z.string()) }),
});
export type Manifest = z.infer<typeof Manifest>;
