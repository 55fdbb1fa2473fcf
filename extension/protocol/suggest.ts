// What can be mentioned: the question the input asks while one types, and its answers.
import * as z from "zod/mini";
import { KnownPart } from "../message/part.ts";

export const Suggestion = z.object({
  /** Two suggestions with one key are the same one. */
  key: z.string(),
  kind: z.enum(["file", "folder", "symbol", "command", "context", "skill", "conversation", "resource", "value"]),
  name: z.string(),
  /** Where it is, dim behind the name. */
  detail: z.string(),
  /** The matched positions in the name and in the detail. */
  name_at: z.array(z.int()),
  detail_at: z.array(z.int()),
  /** What takes the place of the typed text. */
  part: KnownPart,
  /** Where it matters for the order: an exact name of any kind stands before what only matches loosely. */
  fit: z.optional(z.enum(["exact", "loose"])),
  /** Set when it is not whole yet: this stands behind the sign then, and more is suggested for it. */
  goes_on: z.optional(z.string()),
});
export type Suggestion = z.infer<typeof Suggestion>;

/** What it would send, in short. */
export const Peek = z.object({
  key: z.string(),
  /** The first lines, cut to a bearable length. */
  lines: z.array(z.string()),
  tokens: z.optional(z.int()),
  note: z.optional(z.string()),
});
export type Peek = z.infer<typeof Peek>;

/** Answered with `suggestions` of the same round, as often as there is more; a newer question ends an older one. */
export const SuggestRequest = z.object({
  type: z.literal("suggest"),
  round: z.int(),
  trigger: z.enum(["@", "#"]),
  /** Behind `@` it may be several words. */
  query: z.string(),
});
export type SuggestRequest = z.infer<typeof SuggestRequest>;
export type Trigger = SuggestRequest["trigger"];

/** Completes the argument at the cursor; `before` is the text between command and cursor. Answered like `suggest`. */
export const CompleteRequest = z.object({
  type: z.literal("complete"),
  round: z.int(),
  id: z.string(),
  before: z.string(),
});
export type CompleteRequest = z.infer<typeof CompleteRequest>;

export const PeekRequest = z.object({ type: z.literal("peek"), key: z.string(), part: KnownPart });

/** It was chosen: it counts as recent. */
export const Chosen = z.object({ type: z.literal("chosen"), part: KnownPart });

export const Suggestions = z.object({
  type: z.literal("suggestions"),
  round: z.int(),
  /** All of them so far, best first. */
  items: z.array(Suggestion),
  /** More paths, which the panel can show for the next letter before the host answers. Default: the previous ones. */
  ahead: z.optional(z.array(z.string())),
  done: z.boolean(),
});

export const Peeked = z.object({ type: z.literal("peeked"), peek: Peek });
