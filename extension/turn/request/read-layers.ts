// Reads the layers of a turn: the profile, the project's instructions, skills, memories and the workspace.
import { grouped } from "../../text/counted.ts";
import { contextOf, renderProfile } from "../../assemble/profiles/render-profile.ts";
import { estimateTokens } from "../../assemble/tokens/estimate.ts";
import type { Layer } from "../../assemble/context.ts";
import { projectLayer, type WorkspaceFolder } from "../../assemble/layers.ts";
import type { ResolvedProfile } from "../../assemble/profiles/resolve-profiles.ts";
import type { RenderTemplates } from "../../assemble/templates/template-job.ts";
import type { Failure } from "../../message/failure.ts";
import { memoryIndex, MOST_INDEX_TOKENS, sortMemories } from "../../memory/index.ts";
import type { MemoryStore } from "../../memory/store.ts";
import type { Model } from "../../message/model.ts";
import type { CommandSystem } from "../../tools/shell-kind.ts";
import { type AlwaysOn, alwaysOn } from "../../skills/always.ts";
import { MOST_CATALOG_TOKENS, type Skill, skillCatalog, type SkillListing } from "../../skills/catalog.ts";
import type { LayerSet, LayersWanted } from "./layer-set.ts";
import { filesInPlay, type InstructionPorts, readInstructions } from "./read-instructions.ts";
import * as words from "./words.ts";

export interface LayerPorts extends InstructionPorts {
  /** The profile of a conversation, and why it is not the one that the user selected. */
  agent: (conversationId: string) => { agent: ResolvedProfile; instead?: string };
  render: RenderTemplates;
  /** The workspace folders: what each is called, and where it is. */
  folders: () => WorkspaceFolder[];
  /** What runs command lines. */
  shell: () => CommandSystem;
  /** Lists no memories of a project that is not trusted. */
  memories: Pick<MemoryStore, "list">;
  /** Lists no skills of a project that is not trusted. */
  skills: { list: () => Promise<SkillListing> };
}

/** Never rejects. */
export async function readLayers(ports: LayerPorts, wanted: LayersWanted): Promise<LayerSet> {
  const { agent, instead } = ports.agent(wanted.session_id);
  const folders = ports.folders();
  const names = folders.map(({ name }) => name);
  const ctx = contextOf(agent, wanted.model, names, wanted.session_id);
  const spoken = await renderProfile(agent, ctx, ports.render, filesInPlay(wanted));
  const [{ text, sources, left_out }, skills, memory] = await Promise.all([
    readInstructions(ports, wanted),
    readSkills(ports, wanted.model),
    readMemories(ports, wanted.model),
  ]);
  const layers: Layer[] = [
    { id: "agent.system", text: spoken.ok ? spoken.value.system : "" },
    { id: "project.instructions", text },
    ...skills.always.map(({ skill, text: body }) => ({ id: layerOf(skill), text: body })),
    { id: "skills.catalog", text: skills.text },
    { id: "memory.index", text: memory.text },
    { id: "env.project", text: projectLayer(folders, words.systemOf(ports.shell())) },
  ];
  return {
    layers: layers.filter((layer) => layer.text !== ""),
    instructions: sources,
    sources: {
      ...(agent.file !== "" && { "agent.system": [agent.file] }),
      ...(sources.length > 0 && { "project.instructions": sources.map(({ path }) => path) }),
      ...Object.fromEntries(skills.always.map(({ skill }) => [layerOf(skill), [skill.file]])),
      ...(skills.files.length > 0 && { "skills.catalog": skills.files }),
      ...(memory.files.length > 0 && { "memory.index": memory.files }),
    },
    ...(spoken.ok && Object.keys(spoken.value.body).length > 0 && { body: spoken.value.body }),
    left_out: [
      ...(instead === undefined ? [] : [{ what: "agent", why: instead }]),
      ...[left_out, skills.left_out, memory.left_out].flat(),
    ],
    ...(!spoken.ok && { failure: badProfile(agent, spoken.failure) }),
  };
}

interface Lines {
  text: string;
  files: string[];
  left_out: { what: string; why: string }[];
}

/** Skills that the account of a request names as not read: every request stores its account. */
const MOST_PROBLEMS = 20;

const layerOf = ({ name }: Skill): string => `skill.${name}`;

/** A model without tools gets no catalog, because it cannot load a skill. */
async function readSkills(
  { skills, roots, isTrusted }: LayerPorts,
  model: Model,
): Promise<Lines & { always: AlwaysOn["on"] }> {
  const { skills: all, problems } = await skills.list();
  const always = alwaysOn(all);
  if (!model.tools) return { text: "", files: [], always: always.on, left_out: always.left_out };
  const rest = all.filter((skill) => !always.on.some((one) => one.skill === skill));
  const { text, shown, more } = skillCatalog(rest, (line) => estimateTokens(line, "prose"));
  const limit = grouped(MOST_CATALOG_TOKENS);
  return {
    text,
    files: shown.map(({ file }) => file),
    always: always.on,
    left_out: [
      ...(roots().length > 0 && !isTrusted() ? [{ what: words.projectSkills, why: words.notTrusted }] : []),
      ...problems
        .slice(0, MOST_PROBLEMS)
        .map(({ file, line, reason }) => ({ what: file, why: words.atLine(line, reason) })),
      ...(problems.length > MOST_PROBLEMS
        ? [{ what: words.otherSkills, why: words.moreProblems(problems.length - MOST_PROBLEMS) }]
        : []),
      ...always.left_out,
      ...(more === 0 ? [] : [{ what: "skills.catalog", why: words.moreThanFit(more, limit) }]),
    ],
  };
}

/** A model without tools gets no index, because it cannot read a memory. An agent reads them with a server of its own. */
async function readMemories({ memories }: LayerPorts, model: Model): Promise<Lines> {
  if (!model.tools || model.keeps_session === true) return { text: "", files: [], left_out: [] };
  const { memories: all, malformed, unread } = await memories.list();
  const sorted = sortMemories(all);
  const { text, shown, more } = memoryIndex(sorted, (line) => estimateTokens(line, "prose"));
  const limit = grouped(MOST_INDEX_TOKENS);
  return {
    text,
    files: sorted.slice(0, shown).map(({ file }) => file),
    left_out: [
      ...unread.map(({ scope, reason }) => ({ what: words.memoriesOf(scope), why: reason })),
      ...malformed.map(({ file, line, reason }) => ({ what: file, why: words.atLine(line, reason) })),
      ...(more === 0 ? [] : [{ what: "memory.index", why: words.moreThanFit(more, limit) }]),
    ],
  };
}

function badProfile(
  { name }: ResolvedProfile,
  { file, line, reason }: { file: string; line: number; reason: string },
): Failure {
  const message = words.badProfile(name, `${file}:${line}`, reason);
  return { stage: "assemble", code: "bad-agent", message, retryable: false };
}
