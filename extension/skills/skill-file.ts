// Parses SKILL.md: front matter that names and describes a skill, then the body, which a model reads.
import * as z from "zod/mini";
import { faultAt, type FileFault, lineOf, readFenced } from "../compose/front-matter.ts";
import type { Result } from "../message/result.ts";
import * as words from "./words.ts";

export interface SkillText {
  name: string;
  description: string;
  /** As the author wrote it; empty without one. */
  version: string;
  body: string;
  /** All other fields of the front matter. */
  fields: Readonly<Record<string, unknown>>;
}

export type ParsedSkill = Result<SkillText, FileFault>;

/** The name is also a command, so it is one word. */
const NAME = /^[A-Za-z0-9][\w.-]{0,63}$/;

const FrontMatter = z.looseObject({ name: z.string(), description: z.string() });
const Version = z.union([z.string(), z.number()]);

/** Keeps unknown fields, so that skills written for other tools work unchanged. */
export function parseSkillFile(text: string): ParsedSkill {
  const fenced = readFenced(text, FrontMatter);
  if (!fenced.ok) return fenced;
  const { matter, body, body_line } = fenced.value;
  const { name, description, ...fields } = fenced.value.fields;
  if (!NAME.test(name)) return faultAt(lineOf(matter, "name"), words.badName);
  if (description.trim() === "") return faultAt(lineOf(matter, "description"), words.noDescription);
  if (body === "") return faultAt(body_line, words.noInstructions);
  return { ok: true, value: { name, description: description.trim(), version: versionOf(fields), body, fields } };
}

/** Some authors write the version into `metadata`. */
function versionOf({ version, metadata }: Record<string, unknown>): string {
  const inner = z.looseObject({ version: Version }).safeParse(metadata);
  const own = Version.safeParse(version);
  return String(own.success ? own.data : inner.success ? inner.data.version : "");
}
