// Skills as discovery gives them, to be changed in one place by a test, and their commands.
import { BUILT_IN_IDS } from "../../extension/compose/built-in.ts";
import type { Command } from "../../extension/compose/catalog.ts";
import { ARTIFACT_TOKENS } from "../../extension/skills/composer/budget.ts";
import type { Skill } from "../../extension/skills/catalog.ts";
import { skillCommands } from "../../extension/skills/commands/skill-commands.ts";
import type { ComposerPorts } from "../../extension/skills/invoke.ts";
import { SkillPackage } from "../../extension/skills/package.ts";
import type { Question, ReadPackage } from "../../extension/skills/read-package.ts";
import { invokePorts } from "../../extension/turn/skill-ports.ts";

export function aSkill(name: string, changes: Partial<Skill> = {}): Skill {
  const folder = `.galley/skills/${name}`;
  return {
    name,
    description: `About ${name}`,
    version: "1",
    body: `Body of ${name}.`,
    fields: {},
    source: "project",
    file: `${folder}/SKILL.md`,
    folder,
    hasFiles: false,
    ...changes,
  };
}

/** The same with a skill.toml beside it. */
export function aPackage(
  name: string,
  pack: Record<string, unknown> = {},
  questions: readonly Question[] = [],
): Skill & { package: ReadPackage } {
  const { version = "1.0.0", interrupts = questions.map((one) => one.name), ...rest } = pack;
  const skill = aSkill(name, { version: String(version) });
  const { description, body: framing, source } = skill;
  const fields = { id: name, name, description, version, source, framing, parameter_schema: { type: "object" } };
  return { ...skill, package: { pack: SkillPackage.parse({ ...fields, interrupts, ...rest }), questions } };
}

type Render = ComposerPorts["render"];

const notRendered: Render = () =>
  Promise.resolve({ ok: false, failure: { message: "templates are not rendered here" } });

/** What a window gives to every composition: no memories, and the usual budget. */
export function composerPorts(render: Render = notRendered): ComposerPorts {
  return { render, budget: () => ARTIFACT_TOKENS, memories: () => Promise.resolve([]) };
}

/** Skills as commands, with the ports that a turn gives them. */
export function commandsOf(skills: readonly Skill[], render = notRendered): Command[] {
  return skillCommands(skills, invokePorts(composerPorts(render)), BUILT_IN_IDS);
}
