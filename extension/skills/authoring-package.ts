// skill.toml as it is written: fields of a package, artifacts added at its end, and whether it can be read again.
import { parse, stringify, TomlError } from "smol-toml";
import * as z from "zod/mini";
import { SkillPackage } from "./package.ts";
import { schemaFault } from "./parameters.ts";
import type { SkillText } from "./skill-file.ts";

const Names = z.optional(z.array(z.string()));
const Schema = z.optional(z.record(z.string(), z.unknown()));

export const PackageFields = z.object({
  required_capabilities: Names,
  tool_surface: Names,
  requires_tools: z.optional(z.boolean()),
  parameter_schema: Schema,
  model_preference: z.optional(z.string()),
  planner_delegates_shape: z.optional(z.boolean()),
  interrupts: Names,
  output_schema: Schema,
  tool_call_budget: z.optional(z.int().check(z.gte(0))),
});
type PackageFields = z.infer<typeof PackageFields>;

export function renderPackage(fields: PackageFields): string {
  return toToml(fields);
}

/** Given fields replace those of their names. Comments are lost when anything is replaced. */
export function updatePackage(before: string | undefined, fields: PackageFields): string {
  return toToml({ ...parse(before ?? ""), ...withoutGaps(fields) });
}

/** At the end, so that everything before it stays as it is; a file that lists its artifacts in one line is written anew. */
export function appendArtifact(before: string | undefined, entry: Record<string, unknown>): string {
  const added = toToml({ artifacts: [entry] });
  const text = before === undefined || before.trim() === "" ? added : `${before.trimEnd()}\n\n${added}`;
  if (isToml(text)) return text;
  const whole = parse(before ?? "");
  const artifacts = Array.isArray(whole["artifacts"]) ? whole["artifacts"] : [];
  return toToml({ ...whole, artifacts: [...artifacts, entry] });
}

/** The first fault of it, as the package of this skill. */
export function parsePackageText(text: string, skill: SkillText): { line: number; reason: string } | undefined {
  let raw: Record<string, unknown>;
  try {
    raw = parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) return { line: 1, reason: "it cannot be read as TOML" };
    return { line: error.line, reason: error.message.split("\n")[0] ?? "" };
  }
  const parsed = SkillPackage.safeParse({ ...raw, name: skill.name, framing: skill.body });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const at = issue?.path.map(String) ?? [];
    const wanted = issue?.code === "invalid_type" ? `it must be of type ${issue.expected}` : "it is not as expected";
    return { line: lineOf(text, at), reason: `${at.join(".")}: ${wanted}` };
  }
  const { parameter_schema, artifacts } = parsed.data;
  const fault = parameter_schema === undefined ? undefined : schemaFault(parameter_schema);
  if (fault !== undefined)
    return { line: lineOf(text, ["parameter_schema"]), reason: `the parameter schema is malformed: ${fault}` };
  const ids = artifacts.map(({ id }) => id);
  const twice = ids.find((id, at) => ids.indexOf(id) !== at);
  return twice === undefined ? undefined : { line: lineOf(text, ["artifacts"]), reason: `two artifacts are ${twice}` };
}

/** The first line that names the field; of a list of tables, the table that is meant. */
function lineOf(text: string, [key = "", nth = ""]: readonly string[]): number {
  const isNamed = new RegExp(`^\\s*\\[{0,2}\\s*${key}\\b(?!\\.)`);
  const lines = text.split("\n").flatMap((line, at) => (isNamed.test(line) ? [at + 1] : []));
  return lines[Number(nth)] ?? lines[0] ?? 1;
}

function isToml(text: string): boolean {
  try {
    parse(text);
    return true;
  } catch {
    return false;
  }
}

/** There is no `null` in TOML: what is not given is not written. */
function toToml(fields: Record<string, unknown>): string {
  return `${stringify(withoutGaps(fields)).trim()}\n`;
}

function withoutGaps(value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, one]) => one !== undefined && one !== null)
      .map(([key, one]) => [key, isPlain(one) ? withoutGaps(one) : one]),
  );
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
