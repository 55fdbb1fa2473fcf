// All profiles together: who extends whom, and which of one name is meant.
import { mergeJson } from "../message/merge-json.ts";
import { lineOf, type Profile, type ProfileProblem, type ProfileRule, type ProfileSource } from "./agent-profile.ts";

/** A profile with everything it takes from those it extends. */
export interface Agent {
  name: string;
  description: string;
  source: ProfileSource;
  file: string;
  text: string;
  /** `undefined`: whichever model is chosen. */
  model: { provider: string; id: string } | undefined;
  context_window: number | undefined;
  max_output: number | undefined;
  /** The system prompts from the first it extends to its own: each reads the one before as `ctx.base`. */
  prompts: readonly { text: string; of: Profile }[];
  /** Strings in it are templates that make JSON. */
  body: Readonly<Record<string, unknown>>;
  /** Those of the ones it extends, then its own: nobody takes one back by extending. */
  rules: readonly ProfileRule[];
  /** The files of the same name that are not used because of it. */
  hides: readonly string[];
}

export const DEFAULT_AGENT = "default";

type Extended = Pick<Agent, "prompts" | "body" | "rules" | "context_window" | "max_output" | "description"> & {
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
};

/** In the order of preference: of one name the first is used. One that cannot be used is a problem, and hides nobody. */
export function resolveProfiles(profiles: readonly Profile[]): { agents: Agent[]; problems: ProfileProblem[] } {
  const agents: Agent[] = [];
  const problems: ProfileProblem[] = [];
  for (const profile of profiles) {
    const resolved = toAgent(profile, profiles);
    if ("reason" in resolved) problems.push(resolved);
    else agents.push(resolved);
  }
  return { agents: withoutHidden(agents), problems };
}

/** The first of each name, and whom it hides. */
export function withoutHidden(agents: readonly Agent[]): Agent[] {
  const first = new Map<string, Agent>();
  for (const agent of agents) {
    const known = first.get(agent.name);
    first.set(agent.name, known === undefined ? agent : { ...known, hides: [...known.hides, agent.file] });
  }
  return [...first.values()];
}

function toAgent(profile: Profile, all: readonly Profile[]): Agent | ProfileProblem {
  const { name, source, file, text } = profile;
  const extended = extend(profile, all, []);
  if (typeof extended === "string") return { file, line: lineOf(text, ["extends"]), reason: extended };
  const { provider, model, ...rest } = extended;
  if ((provider === undefined) !== (model === undefined)) {
    const [has, lacks] = provider === undefined ? ["model", "provider"] : ["provider", "model"];
    return { file, line: lineOf(text, [has]), reason: `it names a ${has} and no ${lacks}` };
  }
  const named = provider === undefined || model === undefined ? undefined : { provider, id: model };
  return { name, source, file, text, ...rest, model: named, hides: [] };
}

/** What a profile amounts to, or why it cannot be said. */
function extend(profile: Profile, all: readonly Profile[], before: readonly Profile[]): Extended | string {
  if (before.includes(profile)) return `it extends itself: ${[...before, profile].map(({ name }) => name).join(" → ")}`;
  const parent = parentOf(profile, all);
  if (parent === undefined && profile.extends !== undefined) return `it extends ${profile.extends}, which is not there`;
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
  };
}

/** One that extends its own name means the one it hides. */
function parentOf(profile: Profile, all: readonly Profile[]): Profile | undefined {
  const after = profile.extends === profile.name ? all.indexOf(profile) + 1 : 0;
  return all.slice(after).find(({ name }) => name === profile.extends);
}
