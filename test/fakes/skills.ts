// A skill as discovery gives it, to be changed in one place by a test.
import type { Skill } from "../../extension/skills/catalog.ts";
import { SkillPackage } from "../../extension/skills/package.ts";
import type { Question, ReadPackage } from "../../extension/skills/read-package.ts";

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
