// SKILL.md: front matter that names and describes a skill, then the body, which is what a model reads.
import * as z from "zod/mini";
import { faultAt, type FileFault, lineOf, readFenced } from "../compose/front-matter.ts";
import type { Result } from "../message/result.ts";

export interface SkillText {
  name: string;
  description: string;
  /** What its author says it is; empty when nothing is said. */
  version: string;
  body: string;
  /** Everything else in the front matter, as it is. */
  fields: Readonly<Record<string, unknown>>;
}

export type ParsedSkill = Result<SkillText, FileFault>;

/** It is a command too, and a word in a line. */
const NAME = /^[A-Za-z0-9][\w.-]{0,63}$/;

const FrontMatter = z.looseObject({ name: z.string(), description: z.string() });
const Version = z.union([z.string(), z.number()]);

/** Keeps unknown fields, so that skills written for other tools work unchanged. */
export function parseSkillFile(text: string): ParsedSkill {
  const fenced = readFenced(text, FrontMatter);
  if (!fenced.ok) return fenced;
  const { matter, body, body_line } = fenced.value;
  const { name, description, ...fields } = fenced.value.fields;
  if (!NAME.test(name)) return faultAt(lineOf(matter, "name"), "name must be one word of letters, digits and hyphens");
  if (description.trim() === "") return faultAt(lineOf(matter, "description"), "description is empty");
  if (body === "") return faultAt(body_line, "the file has no instructions after the front matter");
  return { ok: true, value: { name, description: description.trim(), version: versionOf(fields), body, fields } };
}

/** Some write it among their metadata. */
function versionOf({ version, metadata }: Record<string, unknown>): string {
  const inner = z.looseObject({ version: Version }).safeParse(metadata);
  const own = Version.safeParse(version);
  return String(own.success ? own.data : inner.success ? inner.data.version : "");
}
