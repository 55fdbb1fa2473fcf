// Writes SKILL.md: a new one, or one with some of its fields changed and the rest kept.
import { stringify } from "yaml";
import { type FileFault, parseMatter, splitFenced } from "../../compose/front-matter.ts";
import type { Result } from "../../message/result.ts";

interface NewSkill {
  name: string;
  description: string;
  instructions: string;
  version?: string | undefined;
  tags?: string[] | undefined;
}

export function renderSkill({ name, description, instructions, version, tags }: NewSkill): string {
  const other = { ...(version !== undefined && { version }), ...(tags !== undefined && { tags }) };
  const matter = stringify({ name, description, ...other }, { lineWidth: 0 });
  return fenced(matter, instructions);
}

/** Keeps comments and other fields. */
export function updateSkillText(
  text: string,
  changes: Partial<Record<"description" | "instructions" | "version", string | undefined>> & Pick<NewSkill, "tags">,
): Result<string, FileFault> {
  const file = splitFenced(text);
  if (!file.ok) return file;
  const { description, instructions, version, tags } = changes;
  const parsed = parseMatter(file.value.matter);
  if (!parsed.ok) return parsed;
  const document = parsed.value;
  if ([description, version, instructions, tags].every((one) => one === undefined)) return { ok: true, value: text };
  if (description !== undefined) document.set("description", description);
  if (version !== undefined) document.set("version", version);
  if (tags !== undefined) document.set("tags", tags);
  return { ok: true, value: fenced(document.toString({ lineWidth: 0 }), instructions ?? file.value.body) };
}

function fenced(matter: string, body: string): string {
  return `---\n${matter.trimEnd()}\n---\n\n${body.trim()}\n`;
}
