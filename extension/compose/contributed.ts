// A command as another program describes it: a template, or a command of the host that carries it out.
import * as z from "zod/mini";
import type { Command } from "./catalog.ts";
import { wantedBy } from "./expand.ts";
import { issuesWords } from "../text/issue-words.ts";
import type { Result } from "../message/result.ts";
import * as words from "./words.ts";

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
    /** The id of a command of VS Code. */
    run: z.optional(z.string()),
  })
  .check(z.refine(({ template, run }) => (template === undefined) !== (run === undefined), words.templateOrRun));
export type Contributed = z.infer<typeof Contributed>;

export type ParsedContribution = Result<Command, string>;

export function parseContributed(raw: unknown): ParsedContribution {
  const parsed = Contributed.safeParse(raw, { reportInput: true });
  if (!parsed.success) return { ok: false, failure: issuesWords(parsed.error.issues) };
  const { id, description, arguments: given = [], template = "", run } = parsed.data;
  const declared = given.map(({ name, required = true, description: meaning }) => ({
    name,
    required,
    ...(meaning !== undefined && { description: meaning }),
  }));
  const shared = { id, description, source: "extension", origin: words.otherExtension } as const;
  if (run !== undefined)
    return { ok: true, value: { ...shared, arguments: [], body: { kind: "action", run, restGoes: "back" } } };
  const body = { kind: "template", text: template } as const;
  return { ok: true, value: { ...shared, arguments: wantedBy(template, declared), body } };
}
