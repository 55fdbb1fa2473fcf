// A skill as discovery gives it, to be changed in one place by a test.
import type { Skill } from "../../extension/skills/catalog.ts";

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
