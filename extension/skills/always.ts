// Always-on skills: `always: true` in the front matter makes the whole body part of every request.
import { type Skill, sortSkills } from "./catalog.ts";
import { loadedHead } from "./loaded.ts";
import * as words from "./words.ts";

/** For all of them together. A body goes whole or not at all. */
export const MOST_ALWAYS_CHARACTERS = 32_000;

export interface AlwaysOn {
  on: { skill: Skill; text: string }[];
  left_out: { what: string; why: string }[];
}

function wantsAlways({ fields }: Pick<Skill, "fields">): boolean {
  return fields["always"] === true;
}

/** A skill that the model must ask for is not always on, whatever its author says. */
export function withoutAlways(skill: Skill): Skill {
  const { always: _, ...fields } = skill.fields;
  return wantsAlways(skill) ? { ...skill, fields } : skill;
}

/** In the order of the catalog, so that every machine gives the same bytes. */
export function alwaysOn(skills: readonly Skill[]): AlwaysOn {
  const made: AlwaysOn = { on: [], left_out: [] };
  let room = MOST_ALWAYS_CHARACTERS;
  for (const skill of sortSkills(skills.filter(wantsAlways))) {
    const text = [loadedHead(skill), skill.body, ...(skill.hasFiles ? [words.otherFiles(skill.folder)] : [])].join(
      "\n\n",
    );
    const why = whyNot(skill, text, room);
    if (why === undefined) {
      room -= text.length;
      made.on.push({ skill, text });
    } else made.left_out.push({ what: skill.file, why });
  }
  return made;
}

/** A package is composed for a request, so it has no body that could stand for it. */
function whyNot(skill: Skill, text: string, room: number): string | undefined {
  if (skill.package !== undefined) return words.packageNotAlways;
  return text.length > room ? words.alwaysTooLong(MOST_ALWAYS_CHARACTERS) : undefined;
}
