// Suggestions for the input: what the panel asks while the user types, and what the host answers.
import * as z from "zod/mini";
import { KnownPart } from "../message/part.ts";

export const Suggestion = z.object({
  /** Identifies the suggestion. */
  key: z.string(),
  kind: z.enum(["file", "folder", "symbol", "command", "context", "skill", "conversation", "resource", "value"]),
  name: z.string(),
  /** Its location, shown dim after the name. */
  detail: z.string(),
  /** The matched positions in the name and in the detail. */
  name_at: z.array(z.int()),
  detail_at: z.array(z.int()),
  /** Of an entity of another extension. Default: the icon of the kind. */
  icon: z.optional(z.enum(["at", "file", "folder", "symbol", "branch", "check", "warning", "prompt"])),
  /** Replaces the typed text. */
  part: KnownPart,
  /** Set where it decides the order: an exact name of any kind ranks before a loose match. */
  fit: z.optional(z.enum(["exact", "loose"])),
  /** Set if choosing it only continues the query: this text follows the sign, and more is suggested for it. */
  goes_on: z.optional(z.string()),
});
export type Suggestion = z.infer<typeof Suggestion>;

/** The preview of a suggestion. */
export const Peek = z.object({
  key: z.string(),
  /** The first lines, shortened. */
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

/** The user chose it: it counts as recent. */
export const Chosen = z.object({ type: z.literal("chosen"), part: KnownPart });

export const Suggestions = z.object({
  type: z.literal("suggestions"),
  round: z.int(),
  /** All suggestions so far, best first. */
  items: z.array(Suggestion),
  /** More paths, which the panel can show for the next letter before the host answers. Default: the previous ones. */
  ahead: z.optional(z.array(z.string())),
  done: z.boolean(),
});

export const Peeked = z.object({ type: z.literal("peeked"), peek: Peek });
