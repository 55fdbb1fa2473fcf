// The tool skill: loads the body of a skill, once in a conversation, or searches skills.
import * as z from "zod/mini";
import type { Message } from "../message/message.ts";
import type { CallAbout, Outcome, Prepared, ReadyCall, Tool } from "../tools/tool.ts";
import { alwaysOn } from "./always.ts";
import { type Skill, type SkillListing, skillLine, sortSkills } from "./catalog.ts";
import type { Json } from "./json.ts";
import { isLoaded, loadedHead } from "./loaded.ts";
import type { ReadPackage } from "./read-package.ts";
import * as words from "./words.ts";

/** Composes a package that a model loads: the prompt, or why not. Never rejects. */
export type LoadPackage = (
  skill: Skill & { package: ReadPackage },
  asked: { user_request: string; parameters: Record<string, Json> },
  about: CallAbout,
  running: { signal: AbortSignal; tell: (progress: string) => void },
) => Promise<Outcome>;

/** Records a skill without a skill.toml that a model loads. */
export type RecordLoad = (skill: Skill, request: string, about: CallAbout) => void;

export interface SkillPorts {
  list: () => Promise<SkillListing>;
  /** The messages of a conversation that the model still reads. */
  visible: (conversationId: string) => Promise<readonly Message[]>;
  /** The other files of a skill, as paths for `read`. */
  companions: (skill: Skill) => Promise<string[]>;
  /** Without it, packages are loaded like skills without a skill.toml. */
  load?: LoadPackage;
  recordLoad: RecordLoad;
}

const Input = z.object({
  name: z.optional(z.string()),
  search: z.optional(z.string()),
  request: z.optional(z.string()),
  parameters: z.optional(z.record(z.string(), z.json())),
});

const MOST_FOUND = 30;
const MOST_COMPANIONS = 40;

const string = { type: "string" };

/** The description is the same in every turn: a change would make the provider read the whole request again. */
export function skillTool(ports: SkillPorts): Tool {
  return {
    name: "skill",
    description: "Load a skill's instructions by name, or search skills by keyword.",
    input_schema: {
      type: "object",
      properties: {
        name: { ...string, description: "Name of the skill" },
        search: { ...string, description: "Keywords to search for, instead of a name" },
        request: { ...string, description: "What the skill should do, if it accepts a request" },
        parameters: { type: "object", description: "Parameters of the skill, if it has any" },
      },
      additionalProperties: false,
    },
    harmless: true,
    prepare: (input, about) => Promise.resolve(prepare(ports, input, about)),
  };
}

function prepare(ports: SkillPorts, input: unknown, about: CallAbout): Prepared {
  const { name, search, request = "", parameters = {} } = Input.safeParse(input).data ?? {};
  if (name === undefined && search === undefined) return { ok: false, output: words.nameOrSearch };
  const title = name === undefined ? words.searchTitle(search ?? "") : words.loadTitle(name);
  const run: ReadyCall["run"] = async (signal, tell = () => undefined) => {
    const { skills } = await ports.list();
    if (name === undefined) return found(skills, search ?? "");
    const skill = skills.find((one) => one.name === name);
    if (skill?.package !== undefined && ports.load !== undefined) {
      const asked = { user_request: request, parameters };
      return ports.load({ ...skill, package: skill.package }, asked, about, { signal, tell });
    }
    return load(ports, skills, { name, request }, about);
  };
  return { ok: true, call: { title, needs: [], changes: false, run } };
}

async function load(
  ports: SkillPorts,
  skills: readonly Skill[],
  { name, request }: { name: string; request: string },
  about: CallAbout,
): Promise<Outcome> {
  const skill = skills.find((one) => one.name === name);
  if (skill === undefined) {
    const near = matching(skills, name).slice(0, MOST_FOUND);
    return { ok: false, output: words.notFound(name, near.map(skillLine)) };
  }
  if (alwaysOn(skills).on.some((one) => one.skill === skill)) return { ok: true, output: words.alwaysLoaded(name) };
  if (isLoaded(skill, await ports.visible(about.session_id))) return { ok: true, output: words.alreadyLoaded(name) };
  const companions = await ports.companions(skill);
  ports.recordLoad(skill, request, about);
  return { ok: true, output: [loadedHead(skill), skill.body, ...beside(skill, companions)].join("\n\n") };
}

function beside({ folder }: Skill, companions: readonly string[]): string[] {
  if (companions.length === 0) return [];
  const shown = companions.slice(0, MOST_COMPANIONS);
  const more = companions.length - shown.length;
  const rest = more === 0 ? [] : [words.moreCompanions(more, folder)];
  return [[words.companions, ...shown.map((path) => `- ${path}`), ...rest].join("\n")];
}

function found(skills: readonly Skill[], search: string): Outcome {
  const all = matching(skills, search);
  if (all.length === 0) return { ok: true, output: words.noMatch(search) };
  const more = all.length > MOST_FOUND ? [words.moreMatches(all.length - MOST_FOUND)] : [];
  return { ok: true, output: [...all.slice(0, MOST_FOUND).map(skillLine), ...more].join("\n") };
}

/** Those with the most keywords first; all skills if there are no keywords. */
function matching(skills: readonly Skill[], search: string): Skill[] {
  const keywords = search.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const scored = sortSkills(skills).map((skill) => {
    const text = `${skill.name} ${skill.description}`.toLowerCase();
    return { skill, score: keywords.filter((word) => text.includes(word)).length };
  });
  const fitting = keywords.length === 0 ? scored : scored.filter(({ score }) => score > 0);
  return fitting.sort((one, other) => other.score - one.score).map(({ skill }) => skill);
}
