// All skills, of which the first of a name wins, and their list in a request: one line each, bounded.
import type { ReadPackage } from "./read-package.ts";
import type { SkillText } from "./skill-file.ts";
import type { SkillProblem } from "./problem.ts";
import * as words from "./words.ts";

export interface Skill extends SkillText {
  source: "project" | "user" | "bundled";
  /** The path of its SKILL.md for people. */
  file: string;
  /** The folder of its other files, as a path for `read`. */
  folder: string;
  /** The skill has other files. */
  hasFiles: boolean;
  /** Set if the skill has a skill.toml. */
  package?: ReadPackage;
}

export interface SkillListing {
  /** No two of one name. */
  skills: readonly Skill[];
  /** Files that cannot be read as a skill, and why. */
  problems: readonly SkillProblem[];
  /** Skills that another one of the same name hides. */
  clashes: readonly SkillProblem[];
}

/** Takes skills in order of precedence. The same skill in two places, for example through a link, is not a clash. */
export function mergeSkills(all: readonly Skill[]): Pick<SkillListing, "skills" | "clashes"> {
  const byName = new Map<string, Skill>();
  const clashes: SkillProblem[] = [];
  for (const skill of all) {
    const first = byName.get(skill.name);
    if (first === undefined) byName.set(skill.name, skill);
    else if (first.body !== skill.body || first.description !== skill.description)
      clashes.push({ file: skill.file, line: 1, reason: words.nameTaken(first.file, skill.name) });
  }
  return { skills: [...byName.values()], clashes };
}

/** Maximum size of the lines, without the head. */
export const MOST_CATALOG_TOKENS = 2_000;

const MOST_DESCRIPTION = 400;

export interface SkillCatalog {
  /** Empty if there are no skills. */
  text: string;
  /** Skills that have a line. */
  shown: readonly Skill[];
  more: number;
}

export function skillLine({ name, description }: Pick<Skill, "name" | "description">): string {
  const line = description.replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, " ");
  const characters = Array.from(line);
  const isLong = characters.length > MOST_DESCRIPTION;
  return `- ${name}: ${isLong ? `${characters.slice(0, MOST_DESCRIPTION - 1).join("")}…` : line}`;
}

const SOURCES = ["project", "user", "bundled"];

/** Skills of the project first, then by name, so that every machine gives the same bytes. */
export function sortSkills(skills: readonly Skill[]): Skill[] {
  const key = ({ source, name }: Skill): string => `${SOURCES.indexOf(source)} ${name}`;
  return [...skills].sort((one, other) => (key(one) < key(other) ? -1 : key(one) > key(other) ? 1 : 0));
}

export function skillCatalog(skills: readonly Skill[], tokensOf: (text: string) => number): SkillCatalog {
  if (skills.length === 0) return { text: "", shown: [], more: 0 };
  const sorted = sortSkills(skills);
  let room = MOST_CATALOG_TOKENS;
  const fits = sorted.findIndex((skill) => (room -= tokensOf(`${skillLine(skill)}\n`)) < 0);
  const shown = fits < 0 ? sorted : sorted.slice(0, fits);
  const more = sorted.length - shown.length;
  const rest = more === 0 ? [] : [words.moreInCatalog(more)];
  return { text: [words.catalogHead, ...shown.map(skillLine), ...rest].join("\n"), shown, more };
}
