// A skill package as the Composer reads it: its texts, its tools and its artifacts.
import * as z from "zod/mini";

const Name = z.string().check(z.minLength(1));
const Names = z._default(z.array(Name), []);

/** All given conditions must hold. Without conditions it always holds. */
const IncludeWhen = z.object({
  scope: z.optional(z.enum(["workspace", "session"])),
  params: z.optional(z.record(z.string(), z.json())),
});
export type IncludeWhen = z.infer<typeof IncludeWhen>;

const Stage = z.object({ name: Name, tools: z.optional(z.array(Name)) });

export const Artifact = z.object({
  id: Name,
  version: z._default(z.string(), "1"),
  kind: z.enum(["Description", "Approach", "PromptTemplate", "Example"]),
  body: z._default(z.string(), ""),
  tags: Names,
  include_when: z.nullish(IncludeWhen),
  /** Of an Approach: the tools it needs, if not all of them. */
  tools: z.nullish(z.array(Name)),
  /** Of an Approach: its steps in order. */
  stages: z.nullish(z.array(Stage)),
});
export type Artifact = z.infer<typeof Artifact>;

/** `id` and `version` are those of the artifact that contains the template, if there is one. */
const Framing = z.union([
  z.string(),
  z.object({
    kind: z.literal("PromptTemplate"),
    body: z.string(),
    id: z.optional(Name),
    version: z.optional(z.string()),
  }),
]);

/** Required fields may be missing here: the Composer reports them. */
export const SkillPackage = z.looseObject({
  id: z.optional(z.string()),
  name: z.nullish(z.string()),
  description: z.nullish(z.string()),
  version: z._default(z.string(), ""),
  source: z.nullish(z.string()),
  framing: z.nullish(Framing),
  tool_surface: Names,
  /** Tools without which the skill is refused. */
  required_capabilities: Names,
  requires_tools: z._default(z.boolean(), false),
  /** JSON Schema. The Composer checks it. */
  parameter_schema: z.optional(z.json()),
  model_preference: z._default(z.nullable(z.json()), null),
  planner_delegates_shape: z._default(z.boolean(), false),
  interrupts: Names,
  output_schema: z._default(z.nullable(z.json()), null),
  tool_call_budget: z._default(z.nullable(z.int().check(z.gte(0))), null),
  artifacts: z._default(z.array(Artifact), []),
});
export type SkillPackage = z.infer<typeof SkillPackage>;
