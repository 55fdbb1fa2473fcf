// Parses skill.toml, which makes a skill a package. It names the artifacts, which are files beside it.
import { parse, TomlError } from "smol-toml";
import * as z from "zod/mini";
import { faultAt, type FileFault } from "../compose/front-matter.ts";
import { InterruptCondition } from "../message/invocation.ts";
import { isBelow } from "./below.ts";
import { Artifact, SkillPackage } from "./package.ts";
import { schemaFault } from "./parameters.ts";
import { When } from "../message/schedule.ts";
import { expectedBy } from "../text/issue-words.ts";
import type { Result } from "../message/result.ts";
import * as words from "./words.ts";

const Name = z.string().check(z.minLength(1));
const Version = z.pipe(z.union([z.string(), z.number()]), z.transform(String));

const Option = z.union([
  z.object({ label: Name, description: z.optional(z.string()) }),
  z.pipe(
    Name,
    z.transform((label) => ({ label })),
  ),
]);

const Interrupt = z.union([
  z.object({
    name: Name,
    question: z.optional(Name),
    options: z._default(z.array(Option), []),
    when: z.optional(InterruptCondition),
  }),
  z.pipe(
    Name,
    z.transform((name) => ({ name, question: undefined, options: [], when: undefined })),
  ),
]);

const Entry = z.extend(z.omit(Artifact, { body: true, version: true }), {
  version: z._default(Version, "1"),
  path: Name,
});

const Own = z.pick(SkillPackage, {
  ...{ source: true, tool_surface: true, required_capabilities: true, parameter_schema: true },
  ...{ model_preference: true, planner_delegates_shape: true, output_schema: true, tool_call_budget: true },
});

/** Ignores unknown fields: other tools keep theirs in the same file. */
const Fields = z.extend(Own, {
  version: z.optional(Version),
  requires_tools: z.optional(z.boolean()),
  /** The id of the PromptTemplate that frames the skill, instead of the prose of SKILL.md. */
  framing: z.optional(Name),
  interrupts: z._default(z.array(Interrupt), []),
  /** When the skill runs by itself, and with which request. A skill of the workspace only proposes it. */
  schedule: z.optional(z.extend(When, { request: z._default(z.string(), "") })),
  artifacts: z._default(z.array(Entry), []),
});
export type PackageFile = z.infer<typeof Fields>;

export type ParsedPackage = Result<PackageFile, FileFault>;

export function parsePackageFile(text: string): ParsedPackage {
  let raw: unknown;
  try {
    raw = parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    if (!(error instanceof TomlError)) return faultAt(1, words.badToml);
    return faultAt(error.line, (error.message.split("\n")[0] ?? "").replace(/^Invalid TOML document: /, ""));
  }
  const parsed = Fields.safeParse(raw, { reportInput: true });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const expected = issue === undefined ? words.badContent : expectedBy(issue);
    return faultAt(tomlLine(text, issue?.path ?? []), `${issue?.path.join(".") ?? ""} ${expected}`.trim());
  }
  return faultIn(text, parsed.data) ?? { ok: true, value: parsed.data };
}

function faultIn(text: string, file: PackageFile): Result<never, FileFault> | undefined {
  const { artifacts, framing, parameter_schema, output_schema } = file;
  for (const [index, { id, path }] of artifacts.entries()) {
    if (artifacts.findIndex((other) => other.id === id) < index)
      return faultAt(tomlLine(text, ["artifacts", index, "id"]), words.duplicateArtifact(id));
    if (!isBelow(path)) return faultAt(tomlLine(text, ["artifacts", index, "path"]), words.outsideFolder(path));
  }
  if (framing !== undefined && !artifacts.some(({ id, kind }) => id === framing && kind === "PromptTemplate"))
    return faultAt(tomlLine(text, ["framing"]), words.noTemplate(framing));
  const unmet = file.interrupts.find(({ when }) => !canHold(when, file));
  if (unmet !== undefined) return faultAt(tomlLine(text, ["interrupts"]), words.neverAsked(unmet.name));
  for (const [key, schema] of Object.entries({ parameter_schema, output_schema })) {
    const fault = schema === undefined || schema === null ? undefined : schemaFault(schema);
    if (fault !== undefined) return faultAt(tomlLine(text, [key]), words.badSchema(key, fault));
  }
  return undefined;
}

/** A condition on the budget or the schema needs one. */
function canHold(when: InterruptCondition | undefined, { tool_call_budget, output_schema }: PackageFile): boolean {
  if (when === "schema-mismatch") return output_schema !== null;
  return typeof when !== "object" || tool_call_budget !== null;
}

/** The line of a field, or of the nearest table or key around it. */
function tomlLine(text: string, path: readonly PropertyKey[]): number {
  const [first = "", second, ...rest] = path.map(String);
  const lines = text.split("\n");
  const key = (name: string, from: number, to: number): number =>
    lines.findIndex((line, at) => at >= from && at < to && keyOf(line)?.split(".")[0] === name);
  const tables = lines.flatMap((line, at) => (tableOf(line)?.split(".")[0] === first ? [at] : []));
  const nth = tables[Number.isInteger(Number(second)) ? Number(second) : 0];
  if (nth === undefined) return Math.max(0, key(first, 0, lines.length)) + 1;
  const next = lines.findIndex((line, at) => at > nth && tableOf(line) !== undefined);
  const wanted = Number.isInteger(Number(second)) ? rest[0] : second;
  const inside = wanted === undefined ? -1 : key(wanted, nth + 1, next < 0 ? lines.length : next);
  return Math.max(inside, nth) + 1;
}

function keyOf(line: string): string | undefined {
  return /^\s*["']?([\w.-]+)["']?\s*=/.exec(line)?.[1];
}

function tableOf(line: string): string | undefined {
  return /^\s*\[\[?\s*([\w."'-]+)\s*\]/.exec(line)?.[1];
}
