// Writes skill.toml: the fields of a package, and artifacts at its end.
import { parse, stringify } from "smol-toml";
import * as z from "zod/mini";

const Names = z.optional(z.array(z.string()));
const Schema = z.optional(z.record(z.string(), z.unknown()));

export const PackageFields = z.object({
  required_capabilities: Names,
  tool_surface: Names,
  requires_tools: z.optional(z.boolean()),
  /** The id of a PromptTemplate among the artifacts. */
  framing: z.optional(z.string()),
  parameter_schema: Schema,
  model_preference: z.optional(z.string()),
  planner_delegates_shape: z.optional(z.boolean()),
  interrupts: z.optional(
    z.array(z.union([z.string(), z.object({ name: z.string(), question: z.optional(z.string()), options: Names })])),
  ),
  output_schema: Schema,
  tool_call_budget: z.optional(z.int().check(z.gte(0))),
});
type PackageFields = z.infer<typeof PackageFields>;

/** A package needs a schema of its parameters. This one is for a package that takes none by name. */
const NO_PARAMETERS = { type: "object" };

export function renderPackage(fields: PackageFields): string {
  return toToml(withSchema(fields));
}

/** Replaces the given fields. Comments in the file are lost. */
export function updatePackage(before: string | undefined, fields: PackageFields): string {
  return toToml(withSchema({ ...parse(before ?? ""), ...withoutGaps(fields) }));
}

/** Adds what a package cannot run without, and keeps the rest as it is. */
export function completePackage(before: string | undefined): string | undefined {
  if (before === undefined || parse(before)["parameter_schema"] !== undefined) return before;
  return `${before.trimEnd()}\n\n${toToml({ parameter_schema: NO_PARAMETERS })}`.trimStart();
}

/** Appends the artifact and keeps the rest as it is. Rewrites a file that lists its artifacts in one array. */
export function appendArtifact(before: string | undefined, entry: Record<string, unknown>): string {
  const whole = parse(before ?? "");
  const schema = whole["parameter_schema"] === undefined ? { parameter_schema: NO_PARAMETERS } : {};
  const added = toToml({ ...schema, artifacts: [entry] });
  const text = before === undefined || before.trim() === "" ? added : `${before.trimEnd()}\n\n${added}`;
  if (isToml(text)) return text;
  const artifacts = Array.isArray(whole["artifacts"]) ? whole["artifacts"] : [];
  return toToml({ ...whole, ...schema, artifacts: [...artifacts, entry] });
}

function withSchema(fields: Record<string, unknown>): Record<string, unknown> {
  return { ...fields, parameter_schema: fields["parameter_schema"] ?? NO_PARAMETERS };
}

function isToml(text: string): boolean {
  try {
    parse(text);
    return true;
  } catch {
    // The text is not TOML.
    return false;
  }
}

/** Leaves out `null` and `undefined`: TOML has no such values. */
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
