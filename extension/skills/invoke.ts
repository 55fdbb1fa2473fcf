// Invokes a skill: composes it into a part of the message, with a record of how that was done.
import type { SkillRecord, SkillShape } from "../message/invocation.ts";
import type { KnownPart } from "../message/part.ts";
import { givenParameters } from "./arguments.ts";
import type { Skill } from "./catalog.ts";
import { compose, type ComposePorts, composeProse } from "./composer/compose.ts";
import type { ComposeError, Composed, Composition } from "./composer/composition.ts";
import type { Json } from "./json.ts";
import { readsMemory, refOf } from "./memory-context.ts";
import { nestedRequest } from "./composer/nested.ts";
import type { SkillPackage } from "./package.ts";
import type { Question, ReadPackage } from "./read-package.ts";
import { ComposeRequest } from "./composer/request.ts";
import { INTERRUPT } from "./run/interrupt-tool.ts";
import { needsTool, nodeOf } from "./run/interrupt-points.ts";
import { whyChosen } from "./composer/select.ts";
import { unknownTools } from "./unknown-tools.ts";
import type { Result } from "../message/result.ts";
import * as words from "./words.ts";

type Invocation = Extract<KnownPart, { type: "skill-invocation" }>;

/** The user reads a problem before anything is sent. */
export type Invoked = Result<Invocation, { problem: string; record: string }>;

export interface InvokePorts extends Pick<ComposePorts, "tokensOf" | "render"> {
  digest: (text: string) => string;
  /** Maximum size of the artifacts, in tokens. */
  budget: () => number;
  /** The memories that fit the words of a request. Asked only for a template that reads them. */
  memories: (words: string) => Promise<Json[]>;
}

/** What the window gives to every composition. */
export type ComposerPorts = Pick<InvokePorts, "render" | "budget" | "memories">;

/** The conversation that invokes a package, and the tools it may use. A skill cannot add tools. */
export interface Invoker {
  session_id: string;
  tools: readonly string[];
  source: ComposeRequest["invocation_source"];
  plan?: NonNullable<ComposePorts["plan"]>;
  /** `false` if the model cannot call tools, and so cannot ask the questions that are left to it. */
  can_call?: boolean | undefined;
}

/**
 * A SKILL.md alone is a package with a framing only: it has no parameters, tools or stages. It is composed
 * synchronously, and its turn runs like any other.
 */
export function invokeSkill(
  skill: Skill,
  user_request: string,
  { tokensOf, digest, budget }: Pick<InvokePorts, "tokensOf" | "digest" | "budget">,
  invocation_source: Invoker["source"] = "explicit",
): Invoked {
  const request = { ...plainRequest(skill, user_request), invocation_source };
  return toInvoked(skill, request, composeProse(request, { tokensOf, budget: budget() }), digest);
}

/** `text` is what the user wrote after the command. Never rejects as long as the ports do not. */
export async function invokePackage(
  skill: Skill & { package: ReadPackage },
  text: string,
  by: Invoker,
  ports: InvokePorts,
): Promise<Invoked> {
  const { pack } = skill.package;
  const given = givenParameters(text, pack.parameter_schema);
  if (given.ok)
    return composePackage(skill, { user_request: given.value.request, parameters: given.value.parameters }, by, ports);
  const record = { ...refusedRecord(pack, by), error: "ParameterMismatch" };
  return { ok: false, failure: { problem: given.failure, record: JSON.stringify(record) } };
}

/** The same with parameters that are parsed already. */
export async function composePackage(
  skill: Skill & { package: ReadPackage },
  asked: Pick<ComposeRequest, "user_request" | "parameters">,
  by: Invoker,
  ports: InvokePorts,
): Promise<Invoked> {
  const { pack } = skill.package;
  const { tokensOf, render, digest } = ports;
  const words = [asked.user_request, JSON.stringify(asked.parameters)].join("\n");
  const memory_context = readsMemory(pack) ? await ports.memories(words) : [];
  const request = { ...packageRequest(pack, asked, by), memory_context };
  const plan = by.plan && { plan: by.plan };
  const composed = await compose(request, { tokensOf, render, budget: ports.budget(), ...plan });
  return toInvoked(skill, request, by.can_call === false ? unlessUnasked(composed, skill.package) : composed, digest);
}

/** A question that cannot be asked refuses the skill before it runs. */
function unlessUnasked(composed: Composed, { questions }: ReadPackage): Composed {
  const unasked = composed.ok ? shapeOf(composed.composition, questions).interrupts.find(needsTool) : undefined;
  if (unasked === undefined) return composed;
  const error: ComposeError = {
    ...{ type: "CapabilityNarrowing", message: words.cannotAsk(unasked.name) },
    ...{ tool_surface: [INTERRUPT], caller_capabilities: [] },
  };
  return { ok: false, error, record: { ...composed.record, succeeded: false, error: error.type } };
}

/**
 * The conversation is both the thread and the channel of the request. A schedule belongs to the workspace and not to a
 * conversation, so what it invokes has no channel: only then does `scope = "workspace"` hold.
 */
export function packageRequest(
  pack: SkillPackage,
  asked: Pick<ComposeRequest, "user_request" | "parameters">,
  { session_id, tools, source }: Invoker,
): ComposeRequest {
  const channel_id = source === "scheduled" ? null : session_id;
  const caller = { caller_capabilities: [...tools], thread_id: session_id, channel_id, memory_context: [] };
  const known = tools.map((name) => ({ name }));
  return { ...nestedRequest(caller, pack, asked, known), invocation_source: source };
}

export function plainRequest(skill: Skill, user_request: string): ComposeRequest {
  const { name, description, version, source, body, folder, hasFiles } = skill;
  const where = { id: "folder", version, kind: "Description", body: words.otherFiles(folder) };
  return ComposeRequest.parse({
    skill_package: {
      ...{ id: name, name, description, version, source },
      framing: body,
      parameter_schema: { type: "object" },
      artifacts: hasFiles ? [where] : [],
    },
    user_request,
    invocation_source: "explicit",
    // The message that will contain it has the thread.
    thread_id: "",
    available_tools: [],
    caller_capabilities: [],
  });
}

function toInvoked(skill: Skill, request: ComposeRequest, composed: Composed, digest: InvokePorts["digest"]): Invoked {
  const { name } = skill;
  const { version } = request.skill_package;
  const record = JSON.stringify(recordOf(skill, request, composed, digest));
  if (!composed.ok) return { ok: false, failure: { problem: problemOf(composed.error), record } };
  return { ok: true, value: { type: "skill-invocation", name, version, body: composed.composition.prompt, record } };
}

/** Everything that is needed to explain the composition, to run it, and to compose it again. */
function recordOf(
  { package: read, folder }: Skill,
  request: ComposeRequest,
  { record, ...composed }: Composed,
  digest: InvokePorts["digest"],
): SkillRecord {
  const { framing, artifacts, tool_surface, model_preference } = request.skill_package;
  const unknown_tools = unknownTools(tool_surface, request.caller_capabilities);
  const { user_request, parameters, caller_capabilities, thread_id } = request;
  const used_memory = composed.ok ? (composed.composition.used_memory ?? []) : [];
  const memory = request.memory_context.filter((item) =>
    refOf(item).some((ref) => used_memory.some((used) => used.name === ref.name && used.scope === ref.scope)),
  );
  const used_artifacts = record.used_artifacts.map((ref) => {
    const artifact = artifacts.find(({ id }) => id === ref.id);
    if (artifact === undefined) return ref;
    const why = artifact.kind === "PromptTemplate" ? words.framesSkill : whyChosen(artifact, request);
    return { ...ref, kind: artifact.kind, digest: digest(placeless(artifact.body, folder)), why };
  });
  return {
    ...record,
    used_artifacts,
    ...(unknown_tools.length > 0 && { unknown_tools }),
    framing_digest: digest(typeof framing === "string" ? framing : (framing?.body ?? "")),
    ...(composed.ok && { prompt_digest: digest(placeless(composed.composition.prompt, folder)) }),
    ...(used_memory.length > 0 && { used_memory }),
    asked: {
      ...{ user_request, parameters, tools: caller_capabilities, thread_id },
      ...(memory.length > 0 && { memory }),
    },
    ...(typeof model_preference === "string" && { model_preference }),
    ...(composed.ok && read !== undefined && { run: shapeOf(composed.composition, read.questions) }),
  };
}

/** Without the sentence that says where the skill is: the same skill in another folder has the same digest. */
function placeless(text: string, folder: string): string {
  return text.replace(words.otherFiles(folder), words.otherFiles(""));
}

function shapeOf({ subgraph, exit_condition }: Composition, questions: readonly Question[]): SkillShape {
  return {
    tool_availability: subgraph.tool_availability,
    stages: subgraph.stages,
    ...(subgraph.approach !== undefined && { approach: subgraph.approach }),
    interrupts: subgraph.interrupts.map(({ name, node }) => {
      const { question = "", options = [], when } = questions.find((one) => one.name === name) ?? {};
      const shown = options.map(({ label, ...rest }) => ({ label, ...rest }));
      if (when === undefined) return { name, node, question, options: shown };
      return { name, node: nodeOf(when), question, options: shown, when };
    }),
    output_schema: exit_condition.output_schema ?? null,
    tool_call_budget: exit_condition.tool_call_budget ?? null,
  };
}

function refusedRecord({ id = "", version }: SkillPackage, { source }: Invoker): SkillRecord {
  return {
    ...{ skill_id: id, skill_version: version, invocation_source: source },
    ...{ used_artifacts: [], expected_tool_calls: [], succeeded: false, error: null },
  };
}

/** Includes the problem of each parameter. */
function problemOf(error: ComposeError): string {
  if (error.type !== "ParameterMismatch") return error.message;
  const each = error.problems.map(
    ({ path, message }) => `${path === "" ? "" : `${path.replace(/^\//, "")}: `}${message}`,
  );
  return `${error.message} ${each.join(" ")}`;
}
