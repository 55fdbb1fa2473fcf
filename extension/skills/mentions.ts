// The files of a skill that its author offers as mentions: `mentions` in the front matter of SKILL.md.
import * as z from "zod/mini";
import { isBelow } from "./below.ts";
import type { Skill } from "./catalog.ts";

export interface SkillMention {
  /** Behind the name of the skill: `brand:colors`. */
  name: string;
  description: string;
  /** As messages name files. */
  path: string;
}

const MOST = 20;
const LONGEST = 200;

const Text = z.string().check(z.minLength(1), z.maxLength(LONGEST));
const Path = Text.check(z.refine(isBelow));

/** A path, or a path with a name and a description of its own. */
const Declared = z.union([
  z.pipe(
    Path,
    z.transform((path) => ({ path, name: undefined, description: undefined })),
  ),
  z.object({ path: Path, name: z.optional(Text), description: z.optional(Text) }),
]);

/** Entries that cannot be read are ignored, as every field that Galley does not know is. */
export function mentionsOf({ name: skill, folder, fields }: Pick<Skill, "name" | "folder" | "fields">): SkillMention[] {
  const { mentions } = fields;
  const declared = Array.isArray(mentions) ? mentions.slice(0, MOST) : [];
  return declared.flatMap((one: unknown) => {
    const read = Declared.safeParse(one);
    if (!read.success) return [];
    const { path, name = stemOf(path), description = path } = read.data;
    return [{ name: `${skill}:${name.replace(/\s+/g, "-")}`, description, path: `${folder}/${path}` }];
  });
}

function stemOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/(?<=.)\.[^.]*$/, "");
}
