// What a turn waits for: a call that must be allowed, a question of the model's, or a form of a server's; and what the user said to it.
import * as z from "zod/mini";
import { FormField, FormValues } from "../message/form.ts";

const Approval = z.object({
  type: z.literal("approval"),
  call_id: z.string(),
  tool: z.string(),
  /** What it is about to do: "Edit src/a.ts". */
  title: z.string(),
  /** What a rule for the conversation or the project would be for; one per thing that is not allowed yet. */
  needs: z.array(z.object({ permission: z.string(), pattern: z.string() })),
  /** The caller cannot be told the reason for a denial. */
  unheard: z.optional(z.literal(true)),
  preview: z.optional(
    z.discriminatedUnion("type", [
      z.object({
        type: z.literal("text"),
        text: z.string(),
        /** What belongs to it and decides as well: the folder of a command, its variables. */
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
  /** More than one may be chosen. */
  multiple: z.boolean(),
});

/** The loop has made many rounds, or the same call again and again: go on? */
const GoOn = z.object({ type: z.literal("go-on"), call_id: z.string(), words: z.string() });

/** What an MCP server wants to know. */
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
  /** What was chosen, or words of the user's own. */
  z.object({ type: z.literal("answer"), answers: z.array(z.string()) }),
  z.object({ type: z.literal("form"), values: FormValues }),
  /** Neither yes nor no. */
  z.object({ type: z.literal("cancel") }),
]);
export type Reply = z.infer<typeof Reply>;
