// One request as the inspector shows it, and the messages between the inspector and the host.
import * as z from "zod/mini";
import { Range } from "../message/range.ts";

const Tokens = z.int().check(z.gte(0));

export const SeenPart = z.object({
  group: z.enum(["system", "history", "pinned", "task"]),
  /** The display name. */
  name: z.string(),
  /** The form in which the model gets it: "system text", "text, 19 lines". */
  becomes: z.string(),
  tokens: Tokens,
  /** Compared with the request before: a provider may have the same beginning in its cache. */
  state: z.enum(["same", "partly", "new"]),
  /** As lowered. The middle of a very long text is omitted here, but not in the request. */
  text: z.string(),
  place: z.optional(z.object({ path: z.string(), range: z.optional(Range) })),
  /** The files a text was made from, if there are several or `place` is missing. */
  sources: z.optional(z.array(z.string())),
  /** Why it is not sent as composed. */
  problem: z.optional(z.string()),
});
export type SeenPart = z.infer<typeof SeenPart>;

/** What the Composer did for a skill of the turn. */
export const ComposerLook = z.object({
  skill: z.string(),
  version: z.string(),
  /** Who invoked the skill. */
  source: z.string(),
  /** In the order of the prompt. */
  artifacts: z.array(z.object({ id: z.string(), version: z.string(), kind: z.string(), why: z.string() })),
  /** `null`: all tools of the conversation. */
  tools: z.nullable(z.array(z.string())),
  /** Tools that the skill names and the conversation did not have. */
  unknown_tools: z.array(z.string()),
  /** The memories that the prompt contains. */
  memories: z.array(z.string()),
  stages: z.array(z.object({ name: z.string(), tools: z.array(z.string()) })),
  interrupts: z.array(z.string()),
  /** The model that the skill prefers, and the one that answered. */
  model: z.optional(z.string()),
  /** The other conditions that end it. */
  ends: z.array(z.string()),
  outcome: z.string(),
});
export type ComposerLook = z.infer<typeof ComposerLook>;

export const Inspection = z.object({
  /** `next`: the request that would be sent now. `turn`: one that a turn sent. `alone`: one that was sent outside of conversations. */
  which: z.enum(["next", "turn", "alone"]),
  /** The turn's first words. */
  title: z.string(),
  model: z.string(),
  /** In the order of the request. */
  parts: z.array(SeenPart),
  left_out: z.array(z.object({ what: z.string(), why: z.string() })),
  estimate: Tokens,
  limit: z.int(),
  reserve: Tokens,
  /** The provider's count, after it has answered. */
  actual: z.nullable(z.object({ input: Tokens, output: Tokens })),
  difference: z.object({
    /** There was no request before. */
    first: z.boolean(),
    same_bytes: z.int(),
    total_bytes: z.int(),
    diverges_at: z.nullable(z.string()),
    /** How many texts of the request before are missing from this one. */
    lost: z.optional(z.int()),
    /** The first text that differs, before and now: the lines around the first difference. */
    before: z.optional(z.string()),
    now: z.optional(z.string()),
  }),
  /** JSON; long strings are folded. */
  wire: z.string(),
  /** The bytes of a turn that this window sent, with their times and without keys. */
  traffic: z.optional(z.string()),
  manifest: z.string(),
  composer: z.optional(z.array(ComposerLook)),
});
export type Inspection = z.infer<typeof Inspection>;

export const ToInspector = z.discriminatedUnion("type", [
  z.object({ type: z.literal("inspection"), inspection: Inspection }),
  /** Why there is nothing to show. */
  z.object({ type: z.literal("nothing"), reason: z.string() }),
]);
export type ToInspector = z.infer<typeof ToInspector>;

export const FromInspector = z.discriminatedUnion("type", [
  z.object({ type: z.literal("ready") }),
  z.object({ type: z.literal("open"), place: z.object({ path: z.string(), range: z.optional(Range) }) }),
  /** Copies the whole text to the clipboard, without folding. */
  z.object({ type: z.literal("copy"), what: z.enum(["wire", "manifest"]) }),
  /** Compares the sent request with what would be sent now. */
  z.object({ type: z.literal("replay") }),
  z.object({ type: z.literal("fault"), message: z.string() }),
]);
export type FromInspector = z.infer<typeof FromInspector>;
