// The skills of a turn, composed once more from what they are now: the same prompt, or what has changed in them.
import * as z from "zod/mini";
import { seedEstimator } from "../assemble/tokens/estimate.ts";
import { renderTemplate } from "../assemble/templates/template.ts";
import type { Export } from "../message/export.ts";
import { recordIn, SkillInvocation, type SkillRecord, type SkillShape } from "../message/invocation.ts";
import { contentId } from "../persist/contents/blobs.ts";
import type { Skill } from "../skills/catalog.ts";
import { composePackage, type InvokePorts, invokeSkill } from "../skills/invoke.ts";
import { isSame, type Json } from "../skills/json.ts";
import { PACKAGE_FILE } from "../skills/read-package.ts";
import type { ComposeRequest } from "../skills/composer/request.ts";
import { readSkillNamed } from "./skill-folder.ts";

export interface Again {
  skill: string;
  version: string;
  /** `recorded`: the folder of the skills was not given. */
  state: "same" | "changed" | "gone" | "recorded";
  /**
   * Artifacts by id; `framing` is the skill's own text. The fields of its shape, such as `stages`; `version` if nothing
   * else is; `skill.toml` if that has chosen other artifacts.
   */
  changed?: string[];
  problem?: string;
}

/** `memory`: what the prompt contained then. A memory may have changed since, or be on another machine. */
const portsWith = (memory: readonly Json[]): InvokePorts => ({
  tokensOf: (text) => seedEstimator.tokensIn(text),
  digest: contentId,
  render: (template, parameters) => Promise.resolve(renderTemplate(template, parameters)),
  budget: () => Number.POSITIVE_INFINITY,
  memories: () => Promise.resolve([...memory]),
});

/** In the order they were composed, without those that were refused. */
export async function composeAgain(
  { skill_invocations }: Export,
  messageIds: readonly string[],
  folder: string | undefined,
): Promise<Again[]> {
  const rows = skill_invocations.flatMap((row) => SkillInvocation.safeParse(row).data ?? []);
  const ofTurn = rows.filter(({ message_id, record }) => messageIds.includes(message_id) && record.succeeded);
  return Promise.all(ofTurn.map(({ record }) => oneAgain(record, folder)));
}

async function oneAgain(record: SkillRecord, folder: string | undefined): Promise<Again> {
  const about = { skill: record.skill_id, version: record.skill_version };
  if (folder === undefined) return { ...about, state: "recorded" };
  const skill = await readSkillNamed(folder, record.skill_id);
  if (skill === undefined) return { ...about, state: "gone" };
  const { user_request, parameters, tools, thread_id, memory = [] } = record.asked ?? NOTHING_ASKED;
  const ports = portsWith(memory);
  const by = { session_id: thread_id, tools, source: sourceOf(record) };
  const invoked =
    skill.package === undefined
      ? invokeSkill(skill, user_request, ports)
      : await composePackage({ ...skill, package: skill.package }, { user_request, parameters }, by, ports);
  const now = recordIn(invoked.ok ? invoked.value.record : invoked.failure.record);
  const problem = invoked.ok ? {} : { problem: invoked.failure.problem };
  const prompts = [now?.prompt_digest, invoked.ok ? contentId(invoked.value.body) : undefined];
  const isSamePrompt = record.prompt_digest !== undefined && prompts.includes(record.prompt_digest);
  const changed = [
    ...changedTexts(record, now, skill).filter((id) => !isSamePrompt || isApproach(record, id)),
    ...(now === undefined ? [] : changedShape(record, now, skill)),
  ];
  const isSameVersion = now?.skill_version === record.skill_version;
  if (isSamePrompt && changed.length === 0 && isSameVersion) return { ...about, state: "same" };
  // If every text and the shape are the same, skill.toml has chosen others among them.
  const rest = isSameVersion || now === undefined ? PACKAGE_FILE : "version";
  return { ...about, state: "changed", changed: changed.length === 0 ? [rest] : changed, ...problem };
}

/** Its text is not in the prompt: the stages carry it. */
function isApproach({ used_artifacts }: SkillRecord, artifact: string): boolean {
  return used_artifacts.some(({ id, kind }) => id === artifact && kind === "Approach");
}

/** A model decided the stages and tools of a skill that delegates them, and is not asked again. */
const DELEGATED = ["tool_availability", "stages"];

/** The fields that say how the skill runs. What stages read of the Approach is compared as an artifact. */
function changedShape({ run: then }: SkillRecord, { run: now }: SkillRecord, { package: read }: Skill): string[] {
  if (then === undefined || now === undefined) return then === now ? [] : [PACKAGE_FILE];
  const isDelegated = read?.pack.planner_delegates_shape === true;
  const [before, after] = [comparable(then), comparable(now)];
  return Object.keys(before).filter(
    (field) => !(isDelegated && DELEGATED.includes(field)) && !isSame(before[field], after[field]),
  );
}

function comparable({ approach: _, stages, ...shape }: SkillShape): Record<string, Json> {
  const plain = { ...shape, stages: stages.map(({ name, tools }) => ({ name, tools })) };
  return z.record(z.string(), z.json()).parse(JSON.parse(JSON.stringify(plain)));
}

const NOTHING_ASKED: NonNullable<SkillRecord["asked"]> = { user_request: "", parameters: {}, tools: [], thread_id: "" };

function sourceOf({ invocation_source }: SkillRecord): ComposeRequest["invocation_source"] {
  return invocation_source === "agent-selected" || invocation_source === "scheduled" ? invocation_source : "explicit";
}

/** The framing and the artifacts whose text is another now. */
function changedTexts(then: SkillRecord, now: SkillRecord | undefined, { package: read }: Skill): string[] {
  const digests = new Map(read?.pack.artifacts.map(({ id, body }) => [id, contentId(body)]));
  for (const { id, digest = "" } of now?.used_artifacts ?? []) digests.set(id, digest);
  const artifacts = then.used_artifacts.filter(({ id, digest }) => digests.get(id) !== digest).map(({ id }) => id);
  const isFramed = then.used_artifacts.some(({ kind }) => kind === "PromptTemplate");
  const framing = !isFramed && now !== undefined && now.framing_digest !== then.framing_digest ? ["framing"] : [];
  return [...framing, ...artifacts];
}
