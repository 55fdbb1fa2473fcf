// All profiles together: which extends which, and which of several with one name is used.
import { mergeJson } from "../../text/merge-json.ts";
import type { Model } from "../../message/model.ts";
import {
  bodyProblem,
  lineOf,
  type Profile,
  type ProfileProblem,
  type ProfileRule,
  type ProfileSource,
} from "./profile.ts";
import { type NamedModel, ownModel, parentOf } from "./own-model.ts";
import * as words from "./words.ts";

/** A profile with everything it takes from those it extends. */
export interface ResolvedProfile {
  name: string;
  description: string;
  source: ProfileSource;
  file: string;
  text: string;
  /** `undefined`: the model the user selected. A project's profile sets the model only once the user has picked it. */
  model: NamedModel | undefined;
  /** What answers until then: the model that the user's or Galley's own profile of this name names, if it names one. */
  own_model: NamedModel | undefined;
  context_window: number | undefined;
  max_output: number | undefined;
  /** The system prompts from the first it extends to its own: each reads the one before as `ctx.base`. */
  prompts: readonly { text: string; of: Profile }[];
  /** The provider whose requests the body is written for; any if it names none. */
  body_for: string | undefined;
  /** Strings in it are templates that make JSON. */
  body: Readonly<Record<string, unknown>>;
  /** The rules of the profiles it extends, then its own: a profile cannot remove an inherited rule. */
  rules: readonly ProfileRule[];
  /** The tools that a refactoring offers. A project's profile offers some only once the user has picked it. */
  refactor_tools: readonly string[];
  /** The files of the same name that are not used because of it. */
  hides: readonly string[];
}

export const DEFAULT_PROFILE = "default";

type Extended = Pick<
  ResolvedProfile,
  "prompts" | "body" | "rules" | "refactor_tools" | "context_window" | "max_output" | "description"
> & {
  provider: string | undefined;
  model: string | undefined;
};

const NOTHING: Extended = {
  provider: undefined,
  model: undefined,
  context_window: undefined,
  max_output: undefined,
  description: "",
  prompts: [],
  body: {},
  rules: [],
  refactor_tools: [],
};

/** In order of preference: the first of a name is used. An invalid profile becomes a problem and hides no other. */
export function resolveProfiles(profiles: readonly Profile[]): {
  agents: ResolvedProfile[];
  problems: ProfileProblem[];
} {
  const agents: ResolvedProfile[] = [];
  const problems: ProfileProblem[] = [];
  for (const profile of profiles) {
    const resolved = resolveProfile(profile, profiles);
    if ("reason" in resolved) problems.push(resolved);
    else agents.push(resolved);
  }
  return { agents: withoutHidden(agents), problems };
}

/** The first of each name, with the files it hides. */
export function withoutHidden(agents: readonly ResolvedProfile[]): ResolvedProfile[] {
  const first = new Map<string, ResolvedProfile>();
  for (const agent of agents) {
    const known = first.get(agent.name);
    first.set(agent.name, known === undefined ? agent : { ...known, hides: [...known.hides, agent.file] });
  }
  return [...first.values()];
}

function resolveProfile(profile: Profile, all: readonly Profile[]): ResolvedProfile | ProfileProblem {
  const { name, source, file, text } = profile;
  const extended = extend(profile, all, []);
  if (typeof extended === "string") return { file, line: lineOf(text, ["extends"]), reason: extended };
  const { provider: named, model: id, ...rest } = extended;
  const own = ownModel(profile, all);
  // A user's profile that extends a project's inherits its texts, never its model.
  const { provider, model } = source === "project" ? { provider: named, model: id } : own;
  if ((provider === undefined) !== (model === undefined)) {
    const [has, lacks] = provider === undefined ? ["model", "provider"] : ["provider", "model"];
    return { file, line: lineOf(text, [has]), reason: words.incompleteModel(has, lacks) };
  }
  const problem = bodyProblem(profile, rest.body, provider);
  if (problem !== undefined) return problem;
  const models = { model: wholeOf({ provider, model }), own_model: wholeOf(own), body_for: provider };
  return { name, source, file, text, ...rest, ...models, hides: [] };
}

function wholeOf({ provider, model }: ReturnType<typeof ownModel>): NamedModel | undefined {
  return provider === undefined || model === undefined ? undefined : { provider, id: model };
}

/** What the user agrees to by picking a profile: its name, and the model it names. */
export function pickOf({ name, model }: Pick<ResolvedProfile, "name" | "model">): string {
  return model === undefined ? name : `${name}\n${model.provider}/${model.id}`;
}

/**
 * A profile as it answers. A project's chooses no model: what it names counts once the user has picked the profile and
 * as long as it names the same. Until then its words and rules count, and its figures only make a model's smaller.
 */
export function asPicked(agent: ResolvedProfile, picked: string | undefined): Answering {
  const { model, own_model, source } = agent;
  if (source !== "project" || picked === pickOf(agent)) return { agent, narrows: false };
  const isSame = model === undefined || (own_model?.provider === model.provider && own_model.id === model.id);
  const waiting = { ...agent, model: own_model, refactor_tools: [] };
  return { agent: waiting, narrows: true, ...(!isSame && { waits: model }) };
}

export interface Answering {
  agent: ResolvedProfile;
  /** Its figures count only where they are smaller than the model's. */
  narrows: boolean;
  /** The model it names, which waits for the user. */
  waits?: NamedModel;
}

/** The figures of a model as a profile sets them. */
export function figuresOf(
  { agent, narrows }: Answering,
  { context_window, max_output }: Pick<Model, "context_window" | "max_output">,
): Pick<Model, "context_window" | "max_output"> {
  const figure = (said: number | undefined, known: number): number =>
    said === undefined ? known : narrows ? Math.min(said, known) : said;
  return {
    context_window: figure(agent.context_window, context_window),
    max_output: figure(agent.max_output, max_output),
  };
}

/** A profile with everything it inherits, or the reason why it is invalid. */
function extend(profile: Profile, all: readonly Profile[], before: readonly Profile[]): Extended | string {
  if (before.includes(profile)) return words.circular([...before, profile].map(({ name }) => name));
  const parent = parentOf(profile, all);
  if (parent === undefined && profile.extends !== undefined) return words.unknownParent(profile.extends);
  const base = parent === undefined ? NOTHING : extend(parent, all, [...before, profile]);
  if (typeof base === "string") return base;
  const { system_prompt } = profile;
  return {
    provider: profile.provider ?? base.provider,
    model: profile.model ?? base.model,
    context_window: profile.context_window ?? base.context_window,
    max_output: profile.max_output ?? base.max_output,
    description: profile.description ?? base.description,
    prompts: system_prompt === undefined ? base.prompts : [...base.prompts, { text: system_prompt, of: profile }],
    body: mergeJson(base.body, profile.body ?? {}),
    rules: [...base.rules, ...(profile.rules ?? [])],
    refactor_tools: profile.refactor_tools ?? base.refactor_tools,
  };
}
