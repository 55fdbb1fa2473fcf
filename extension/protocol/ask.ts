// Pending asks of a turn (an approval, a question or a form), and the user's replies to them.
import * as z from "zod/mini";
import { FormField, FormValues } from "../message/form.ts";

const Approval = z.object({
  type: z.literal("approval"),
  call_id: z.string(),
  tool: z.string(),
  /** What the call is about to do: "Edit src/a.ts". */
  title: z.string(),
  /** The permissions that no rule grants yet. A lasting reply adds a rule for each. */
  needs: z.array(z.object({ permission: z.string(), pattern: z.string() })),
  /** The caller cannot be told the reason for a denial. */
  unheard: z.optional(z.literal(true)),
  preview: z.optional(
    z.discriminatedUnion("type", [
      z.object({
        type: z.literal("text"),
        text: z.string(),
        /** Details that matter to the decision: the folder of a command, its variables. */
        about: z.optional(z.array(z.object({ name: z.string(), value: z.string(), note: z.optional(z.string()) }))),
      }),
      /** Lines prefixed with `+`, `-` or a space, with three unchanged lines around each change. */
      z.object({ type: z.literal("diff"), path: z.string(), lines: z.array(z.string()) }),
    ]),
  ),
});

const Question = z.object({
  type: z.literal("question"),
  call_id: z.string(),
  question: z.string(),
  options: z.array(z.object({ label: z.string(), description: z.optional(z.string()) })),
  /** The user may choose several. */
  multiple: z.boolean(),
});

/** The turn has made many rounds, or repeats the same call: may it continue? */
const GoOn = z.object({ type: z.literal("go-on"), call_id: z.string(), words: z.string() });

/** A form that an MCP server asks the user to fill in. */
const Form = z.object({
  type: z.literal("form"),
  call_id: z.string(),
  server: z.string(),
  words: z.string(),
  fields: z.array(FormField),
});

export const Ask = z.discriminatedUnion("type", [Approval, Question, GoOn, Form]);
export type Ask = z.infer<typeof Ask>;

export const Reply = z.discriminatedUnion("type", [
  z.object({ type: z.literal("allow"), scope: z.enum(["once", "session", "project"]) }),
  /** The model reads the reason. */
  z.object({ type: z.literal("deny"), reason: z.string() }),
  /** The chosen options, or the user's own words. */
  z.object({ type: z.literal("answer"), answers: z.array(z.string()) }),
  z.object({ type: z.literal("form"), values: FormValues }),
  /** The user dismisses the ask without an answer. */
  z.object({ type: z.literal("cancel") }),
]);
export type Reply = z.infer<typeof Reply>;
