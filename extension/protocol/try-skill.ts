// What the page that tries a skill and the host tell each other: a form, what is in it, and what it would become.
import * as z from "zod/mini";

const TryField = z.object({
  name: z.string(),
  label: z.string(),
  about: z.string(),
  /** A `list` is written line by line, `json` as it is. */
  kind: z.enum(["text", "number", "switch", "choice", "list", "json"]),
  /** Of a choice: what is shown, and what stands for it. */
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
  /** What is written besides. */
  request: z.string(),
});
export type TryValues = z.infer<typeof TryValues>;

const TryPreview = z.discriminatedUnion("ok", [
  z.object({ ok: z.literal(true), prompt: z.string(), tokens: z.int(), tools: z.string(), artifacts: z.string() }),
  /** Faults by field; `problem` is one that belongs to no field. */
  z.object({ ok: z.literal(false), faults: z.record(z.string(), z.string()), problem: z.string() }),
]);
export type TryPreview = z.infer<typeof TryPreview>;

export const ToTry = z.discriminatedUnion("type", [
  z.object({ type: z.literal("form"), form: TryForm }),
  z.object({ type: z.literal("preview"), preview: TryPreview }),
  /** Why there is nothing to try. */
  z.object({ type: z.literal("nothing"), reason: z.string() }),
]);
export type ToTry = z.infer<typeof ToTry>;

export const FromTry = z.discriminatedUnion("type", [
  z.object({ type: z.literal("ready") }),
  z.object({ type: z.literal("changed"), values: TryValues }),
  /** As a command into the message that is being written. */
  z.object({ type: z.literal("put"), values: TryValues }),
  z.object({ type: z.literal("open") }),
  z.object({ type: z.literal("fault"), message: z.string() }),
]);
export type FromTry = z.infer<typeof FromTry>;
