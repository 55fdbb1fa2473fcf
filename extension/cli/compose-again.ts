// The skills of a turn, composed once more from what they are now: the same prompt, or what has changed in them.
import { seedEstimator } from "../assemble/tokens/estimate.ts";
import { renderTemplate } from "../assemble/templates/template.ts";
import type { Export } from "../message/export.ts";
import { recordIn, SkillInvocation, type SkillRecord } from "../message/invocation.ts";
import { contentId } from "../persist/contents/blobs.ts";
import type { Skill } from "../skills/catalog.ts";
import { composePackage, type InvokePorts, invokeSkill } from "../skills/invoke.ts";
import type { Json } from "../skills/json.ts";
import type { ComposeRequest } from "../skills/request.ts";
import { readSkillNamed } from "./skill-folder.ts";

export interface Again {
  skill: string;
  version: string;
  /** `recorded`: the folder of the skills was not given. */
  state: "same" | "changed" | "gone" | "recorded";
  /** By id; `framing` is the skill's own text, `skill.toml` the file that chooses among them. */
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
  if (now?.prompt_digest !== undefined && now.prompt_digest === record.prompt_digest)
    return { ...about, state: "same" };
  return { ...about, state: "changed", changed: changedIn(record, now, skill), ...problem };
}

const NOTHING_ASKED: NonNullable<SkillRecord["asked"]> = { user_request: "", parameters: {}, tools: [], thread_id: "" };

function sourceOf({ invocation_source }: SkillRecord): ComposeRequest["invocation_source"] {
  return invocation_source === "agent-selected" || invocation_source === "scheduled" ? invocation_source : "explicit";
}

/** If every text is the same, `skill.toml` has chosen others among them. */
function changedIn(then: SkillRecord, now: SkillRecord | undefined, { package: read }: Skill): string[] {
  const digests = new Map(read?.pack.artifacts.map(({ id, body }) => [id, contentId(body)]));
  for (const { id, digest = "" } of now?.used_artifacts ?? []) digests.set(id, digest);
  const artifacts = then.used_artifacts.filter(({ id, digest }) => digests.get(id) !== digest).map(({ id }) => id);
  const isFramed = then.used_artifacts.some(({ kind }) => kind === "PromptTemplate");
  const framing = !isFramed && now !== undefined && now.framing_digest !== then.framing_digest ? ["framing"] : [];
  const changed = [...framing, ...artifacts];
  return changed.length === 0 ? ["skill.toml"] : changed;
}
