// The record of a composed skill: how and with what it was composed, the shape it ran in and how it ended.
import * as z from "zod/mini";

const Names = z.array(z.string());

/** What Galley checks by itself before it asks. `budget`: this many percent of the tool calls are used. */
export const InterruptCondition = z.union([
  z.enum(["empty-input", "empty-result", "schema-mismatch"]),
  z.object({ budget: z.int().check(z.gte(1), z.lte(100)) }),
]);
export type InterruptCondition = z.infer<typeof InterruptCondition>;

/** How a composed turn runs: nothing here is wider than what its caller had. */
export const SkillShape = z.object({
  tool_availability: Names,
  /** In their order; none in a loop. */
  stages: z.array(
    z.object({
      name: z.string(),
      tools: Names,
      /** Its part of the Approach. */
      text: z.optional(z.string()),
    }),
  ),
  /** What the Approach says that belongs to no stage. */
  approach: z.optional(z.string()),
  interrupts: z.array(
    z.object({
      name: z.string(),
      node: z.string(),
      question: z.string(),
      options: z.array(z.object({ label: z.string(), description: z.optional(z.string()) })),
      /** Without one, its node says when it is asked. */
      when: z.optional(InterruptCondition),
    }),
  ),
  output_schema: z.nullable(z.json()),
  tool_call_budget: z.nullable(z.int()),
});
export type SkillShape = z.infer<typeof SkillShape>;

const UsedArtifact = z.object({
  id: z.string(),
  version: z.string(),
  kind: z.optional(z.string()),
  /** Of its text. */
  digest: z.optional(z.string()),
  /** Why it was chosen. */
  why: z.optional(z.string()),
});

/** What the Composer said of a call, and what it takes to compose the same again. */
export const SkillRecord = z.looseObject({
  skill_id: z.string(),
  skill_version: z.string(),
  invocation_source: z.string(),
  used_artifacts: z.array(UsedArtifact),
  expected_tool_calls: Names,
  succeeded: z.boolean(),
  error: z.nullable(z.string()),
  /** Tools that the skill names and the caller did not have: misspelt, or not available then. */
  unknown_tools: z.optional(Names),
  framing_digest: z.optional(z.string()),
  prompt_digest: z.optional(z.string()),
  asked: z.optional(
    z.object({
      user_request: z.string(),
      parameters: z.record(z.string(), z.json()),
      tools: Names,
      thread_id: z.string(),
      /** The memories that the prompt contains, as they were. */
      memory: z.optional(z.array(z.json())),
    }),
  ),
  /** As the skill's file names it. */
  model_preference: z.optional(z.string()),
  /** The model that answered in its turn, of a skill that prefers one. */
  model: z.optional(z.string()),
  used_memory: z.optional(z.array(z.object({ scope: z.optional(z.string()), name: z.string() }))),
  /** Of a package. A skill that is prose alone runs as any turn does. */
  run: z.optional(SkillShape),
});
export type SkillRecord = z.infer<typeof SkillRecord>;

export const SkillOutcome = z.object({
  kind: z.enum([
    ...(["ended", "output", "output-mismatch", "budget", "interrupt"] as const),
    ...(["cancelled", "failed", "interrupted", "refused", "cut-off"] as const),
  ]),
  /** In plain words. */
  words: z.string(),
});
export type SkillOutcome = z.infer<typeof SkillOutcome>;

/** One composition. `message_id` is the message it stands in; empty when it was refused and nothing was sent. */
export const SkillInvocation = z.looseObject({
  id: z.string().check(z.minLength(1)),
  session_id: z.string(),
  message_id: z.string(),
  /** When a model asked for it: by which call. */
  call_id: z.optional(z.string()),
  at: z.int(),
  record: SkillRecord,
  /** `null` while it runs. */
  outcome: z.nullable(SkillOutcome),
});
export type SkillInvocation = z.infer<typeof SkillInvocation>;

/** The record of a `skill-invocation` part; `undefined` if another program wrote the part. */
export function recordIn(text: string): SkillRecord | undefined {
  try {
    return SkillRecord.safeParse(JSON.parse(text)).data;
  } catch {
    // No JSON: another program wrote the part.
    return undefined;
  }
}
