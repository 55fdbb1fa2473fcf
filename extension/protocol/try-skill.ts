// Messages between the host and the page that tries a skill: a form, its values, and the prompt they make.
import * as z from "zod/mini";

const TryField = z.object({
  name: z.string(),
  label: z.string(),
  about: z.string(),
  /** The user writes one item of a `list` in each line, and `json` as JSON. */
  kind: z.enum(["text", "number", "switch", "choice", "list", "json"]),
  /** The options of a `choice`. */
  choices: z.array(z.object({ label: z.string(), value: z.string() })),
  required: z.boolean(),
  initial: z.union([z.string(), z.boolean()]),
});
export type TryField = z.infer<typeof TryField>;

const TryForm = z.object({
  name: z.string(),
  description: z.string(),
  version: z.string(),
  file: z.string(),
  fields: z.array(TryField),
});
export type TryForm = z.infer<typeof TryForm>;

export const TryValues = z.object({
  /** By field. */
  fields: z.record(z.string(), z.union([z.string(), z.boolean()])),
  /** The user's request, in addition to the fields. */
  request: z.string(),
});
export type TryValues = z.infer<typeof TryValues>;

const TryPreview = z.discriminatedUnion("ok", [
  z.object({ ok: z.literal(true), prompt: z.string(), tokens: z.int(), tools: z.string(), artifacts: z.string() }),
  /** `faults` by field; `problem` is a fault that belongs to no field. */
  z.object({ ok: z.literal(false), faults: z.record(z.string(), z.string()), problem: z.string() }),
]);
export type TryPreview = z.infer<typeof TryPreview>;

export const ToTry = z.discriminatedUnion("type", [
  z.object({ type: z.literal("form"), form: TryForm }),
  z.object({ type: z.literal("preview"), preview: TryPreview }),
  /** The skill cannot be tried. */
  z.object({ type: z.literal("nothing"), reason: z.string() }),
]);
export type ToTry = z.infer<typeof ToTry>;

export const FromTry = z.discriminatedUnion("type", [
  z.object({ type: z.literal("ready") }),
  z.object({ type: z.literal("changed"), values: TryValues }),
  /** Inserts the skill's command into the unsent message. */
  z.object({ type: z.literal("put"), values: TryValues }),
  z.object({ type: z.literal("open") }),
  z.object({ type: z.literal("fault"), message: z.string() }),
]);
export type FromTry = z.infer<typeof FromTry>;
