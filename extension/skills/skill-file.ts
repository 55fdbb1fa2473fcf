// Parses SKILL.md: front matter that names and describes a skill, then the body, which a model reads.
import * as z from "zod/mini";
import { faultAt, type FileFault, lineOf } from "../compose/front-matter.ts";
import { type LooseMatter, readLoosely, splitLoosely, textIn } from "../compose/loose-matter.ts";
import type { Result } from "../message/result.ts";
import { summaryOf } from "../text/summary.ts";
import * as words from "./words.ts";

export interface SkillText {
  name: string;
  description: string;
  /** As the author wrote it; empty without one. */
  version: string;
  body: string;
  /** All other fields of the front matter. */
  fields: Readonly<Record<string, unknown>>;
  /** Set if the skill has another name than its file says, or a description that the file does not have. */
  note?: string;
}

export type ParsedSkill = Result<SkillText, FileFault>;

const Version = z.union([z.string(), z.number()]);

/**
 * Reads what others wrote, and keeps unknown fields: skills written for other tools work unchanged. A skill without a
 * name has that of its folder, and one without a description the first line of its body.
 */
export function parseSkillFile(text: string, folder: string): ParsedSkill {
  const { matter, body: below, body_line } = splitLoosely(text);
  const read = readLoosely(matter);
  const named = nameOf(read, folder);
  if (named === undefined) return faultAt(lineOf(matter, "name"), words.badName);
  const body = below.replaceAll("\r\n", "\n").trim();
  if (body === "") return faultAt(body_line, words.noInstructions);
  const { name: _, description: __, ...fields } = read.fields;
  const described = textIn(read, "description");
  const notes = [named.note, described === undefined ? words.noDescription : undefined].filter(
    (one) => one !== undefined,
  );
  const note = notes.length === 0 ? {} : { note: notes.join(" ") };
  const description = described ?? summaryOf(body);
  return { ok: true, value: { name: named.name, ...note, description, version: versionOf(fields), body, fields } };
}

const LONGEST_NAME = 64;
const NAME = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}_.-]*$/u;

/** The name is also a command, so it is one word. */
function nameOf(read: LooseMatter, folder: string): Pick<SkillText, "name" | "note"> | undefined {
  const written = textIn(read, "name") ?? "";
  if (NAME.test(written) && written.length <= LONGEST_NAME) return { name: written };
  const name = slugOf(written) || slugOf(folder);
  if (name === "") return undefined;
  return { name, note: written === "" ? words.nameOfFolder(name) : words.nameAsSlug(written, name) };
}

function slugOf(text: string): string {
  const plain = text
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}_.]+/gu, "-");
  const begun = plain.replace(/^[^\p{L}\p{N}]+/u, "");
  return Array.from(begun)
    .slice(0, LONGEST_NAME)
    .join("")
    .replace(/[-.]+$/, "");
}

/** Some authors write the version into `metadata`. */
function versionOf({ version, metadata }: Record<string, unknown>): string {
  const inner = z.looseObject({ version: Version }).safeParse(metadata);
  const own = Version.safeParse(version);
  return String(own.success ? own.data : inner.success ? inner.data.version : "");
}
