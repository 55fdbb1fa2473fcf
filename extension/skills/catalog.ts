// The skills there are: the first of a name wins, and what a request says of them is one line each, bounded.
import type { ReadPackage } from "./read-package.ts";
import type { SkillText } from "./skill-file.ts";
import type { SkillProblem } from "./problem.ts";

export interface Skill extends SkillText {
  source: "project" | "user" | "bundled";
  /** Its SKILL.md, as people call it. */
  file: string;
  /** Where its other files lie, as `read` takes it. */
  folder: string;
  /** There are any. */
  hasFiles: boolean;
  /** What its skill.toml makes of it. */
  package?: ReadPackage;
}

export interface SkillListing {
  /** No two of one name. */
  skills: readonly Skill[];
  /** What cannot be read as a skill, and why. */
  problems: readonly SkillProblem[];
  /** What another of the same name hides. */
  clashes: readonly SkillProblem[];
}

/** In order of precedence. The same skill in two places, for example through a link, is not a clash. */
export function mergeSkills(all: readonly Skill[]): Pick<SkillListing, "skills" | "clashes"> {
  const byName = new Map<string, Skill>();
  const clashes: SkillProblem[] = [];
  for (const skill of all) {
    const first = byName.get(skill.name);
    if (first === undefined) byName.set(skill.name, skill);
    else if (first.body !== skill.body || first.description !== skill.description)
      clashes.push({ file: skill.file, line: 1, reason: `${first.file} already uses the name ${skill.name}` });
  }
  return { skills: [...byName.values()], clashes };
}

/** Of the lines; the head comes on top. */
export const MOST_CATALOG_TOKENS = 2_000;

const MOST_DESCRIPTION = 400;

const HEAD =
  "Skills: instructions for particular kinds of work, one line each. If one applies, load it with the skill tool before you start.";

export interface SkillCatalog {
  /** Empty when there is none. */
  text: string;
  /** Those that have a line. */
  shown: readonly Skill[];
  more: number;
}

export function skillLine({ name, description }: Pick<Skill, "name" | "description">): string {
  const words = description.replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, " ");
  const characters = Array.from(words);
  const isLong = characters.length > MOST_DESCRIPTION;
  return `- ${name}: ${isLong ? `${characters.slice(0, MOST_DESCRIPTION - 1).join("")}…` : words}`;
}

const SOURCES = ["project", "user", "bundled"];

/** The nearest first, then by name: every machine gives the same bytes. */
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
  const rest = more === 0 ? [] : [`${more} more; search them with the skill tool`];
  return { text: [HEAD, ...shown.map(skillLine), ...rest].join("\n"), shown, more };
}
