// What the inspector shows of one request, and what it may ask of the host.
import * as z from "zod/mini";
import { Range } from "../message/range.ts";

const Tokens = z.int().check(z.gte(0));

export const SeenPart = z.object({
  group: z.enum(["system", "history", "pinned", "task"]),
  /** As people name it. */
  name: z.string(),
  /** What the model gets of it: "system text", "text, 19 lines". */
  becomes: z.string(),
  tokens: Tokens,
  /** Compared with the request before: a provider may have the same beginning in its cache. */
  state: z.enum(["same", "partly", "new"]),
  /** As lowered. The middle of a very long text is omitted here, but not in the request. */
  text: z.string(),
  place: z.optional(z.object({ path: z.string(), range: z.optional(Range) })),
  /** The files a text was made of, where there are several or none is its place. */
  sources: z.optional(z.array(z.string())),
  /** Why it does not go as it was composed. */
  problem: z.optional(z.string()),
});
export type SeenPart = z.infer<typeof SeenPart>;

/** What the Composer did for a skill of the turn. */
export const ComposerLook = z.object({
  skill: z.string(),
  version: z.string(),
  /** Who asked for it. */
  source: z.string(),
  /** In the order of the prompt. */
  artifacts: z.array(z.object({ id: z.string(), version: z.string(), kind: z.string(), why: z.string() })),
  /** `null`: it runs as any turn does. */
  tools: z.nullable(z.array(z.string())),
  stages: z.array(z.object({ name: z.string(), tools: z.array(z.string()) })),
  interrupts: z.array(z.string()),
  /** Whatever else ends it. */
  ends: z.array(z.string()),
  outcome: z.string(),
});
export type ComposerLook = z.infer<typeof ComposerLook>;

export const Inspection = z.object({
  /** What would be sent now, or what was sent for a turn. */
  which: z.enum(["next", "turn"]),
  /** The turn's first words. */
  title: z.string(),
  model: z.string(),
  /** In the order of the request. */
  parts: z.array(SeenPart),
  left_out: z.array(z.object({ what: z.string(), why: z.string() })),
  estimate: Tokens,
  limit: z.int(),
  reserve: Tokens,
  /** What the provider counted, once it has answered. */
  actual: z.nullable(z.object({ input: Tokens, output: Tokens })),
  difference: z.object({
    /** Whether there was a request before. */
    first: z.boolean(),
    same_bytes: z.int(),
    total_bytes: z.int(),
    diverges_at: z.nullable(z.string()),
    /** How many texts of the request before are not repeated: 0 when it was only added to. */
    lost: z.optional(z.int()),
    /** The first text that is not the same, as it was and as it is, around the first line that differs. */
    before: z.optional(z.string()),
    now: z.optional(z.string()),
  }),
  /** JSON; long strings are folded. */
  wire: z.string(),
  /** Of a turn that went over the network in this window: the bytes and when they came, without keys. */
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
  /** To the clipboard, whole: nothing is folded there. */
  z.object({ type: z.literal("copy"), what: z.enum(["wire", "manifest"]) }),
  z.object({ type: z.literal("fault"), message: z.string() }),
]);
export type FromInspector = z.infer<typeof FromInspector>;
