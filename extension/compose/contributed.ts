// A command as another extension describes it: a template, a function that returns parts, or a command of VS Code that carries it out.
import * as z from "zod/mini";
import type { Body, Command } from "./catalog.ts";
import type { CommandArguments, ResultPart } from "../message/command.ts";
import { wantedBy } from "./expand.ts";
import { issuesWords } from "../text/issue-words.ts";
import type { Result } from "../message/result.ts";
import * as words from "./words.ts";

/** Called when a message that gives the command is sent. The signal aborts if the user stops the message. */
export type RunForParts = (
  args: CommandArguments,
  signal: AbortSignal,
) => readonly ResultPart[] | PromiseLike<readonly ResultPart[]>;

const Contributed = z
  .object({
    /** With its slash. */
    id: z.string().check(z.regex(/^\/[^\s/]+$/, words.invalidId)),
    description: z.string(),
    arguments: z.optional(
      z.array(z.object({ name: z.string(), required: z.optional(z.boolean()), description: z.optional(z.string()) })),
    ),
    /** With slots: `$1`, `$ARGUMENTS`, `${name}`. */
    template: z.optional(z.string()),
    /** A function that returns the parts of the message, or the id of a command of VS Code. */
    run: z.optional(
      z.union([z.string(), z.custom<RunForParts>((value) => typeof value === "function", words.stringOrFunction)]),
    ),
  })
  .check(z.refine(({ template, run }) => (template === undefined) !== (run === undefined), words.templateOrRun));
export type Contributed = z.infer<typeof Contributed>;

export type ParsedContribution = Result<Command, string>;

/** `runner` calls the function of a command, within limits. */
export function parseContributed(
  raw: unknown,
  runner: (id: string, run: RunForParts) => Extract<Body, { kind: "prompt" }>["read"],
): ParsedContribution {
  const parsed = Contributed.safeParse(raw, { reportInput: true });
  if (!parsed.success) return { ok: false, failure: issuesWords(parsed.error.issues) };
  const { id, description, arguments: given = [], template = "", run } = parsed.data;
  const declared = given.map(({ name, required = true, description: meaning }) => ({
    name,
    required,
    ...(meaning !== undefined && { description: meaning }),
  }));
  const shared = { id, description, source: "extension", origin: words.otherExtension } as const;
  if (typeof run === "function")
    return { ok: true, value: { ...shared, arguments: declared, body: { kind: "prompt", read: runner(id, run) } } };
  if (run !== undefined)
    return { ok: true, value: { ...shared, arguments: [], body: { kind: "action", run, restGoes: "back" } } };
  const body = { kind: "template", text: template } as const;
  return { ok: true, value: { ...shared, arguments: wantedBy(template, declared), body } };
}
